package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argosy.server.check.ClusterCheck;
import io.argosy.server.check.Finding;
import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.CoordinatorProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An older PostgreSQL on the nodes: what Argosy asks of the catalogs must be there already. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class PostgresFifteenTest {
  private final List<SystemPostgres> servers = new ArrayList<>();
  private CoordinatorConfiguration configuration;
  private CoordinatorProcess coordinator;
  private String url;

  @BeforeAll
  void startAll(@TempDir Path directory) throws Exception {
    assumeTrue(SystemPostgres.isInstalled(), "PostgreSQL 15 is not installed here");
    servers.add(SystemPostgres.start());
    servers.add(SystemPostgres.start());
    Path file =
        CoordinatorFile.of(
                servers.stream().map(server -> CoordinatorFile.url(server.port())).toList())
            .write(directory.resolve("coordinator.yaml"));
    configuration = CoordinatorConfiguration.read(file, Map.of());
    coordinator = CoordinatorProcess.start(configuration);
    url = coordinator.jdbcUrl() + "?user=postgres&socketTimeout=60";
    for (String sql :
        List.of(
            "CREATE TABLE kinds (kind int PRIMARY KEY, label text)",
            "CREATE TABLE goods (id bigint PRIMARY KEY, kind int, price numeric(10, 2),"
                + " twice numeric GENERATED ALWAYS AS (price * 2) STORED)",
            "CREATE TABLE parts (good bigint, part int, note text, PRIMARY KEY (good, part))",
            "INSERT INTO kinds VALUES (0, 'tools'), (1, 'toys'), (2, 'food')",
            "INSERT INTO goods SELECT i, i % 3, i * 0.25 FROM generate_series(1, 1000) i",
            "INSERT INTO parts SELECT 1 + i % 300, i, 'part ' || i FROM generate_series(1, 900) i",
            "SELECT create_reference_table('kinds')",
            "SELECT create_distributed_table('goods', 'id')",
            "SELECT create_distributed_table('parts', 'good', colocate_with => 'goods')",
            "CREATE VIEW cheap AS SELECT id, kind FROM goods WHERE price < 10",
            "CREATE INDEX ON goods (kind)",
            "ALTER TABLE goods ADD COLUMN flag bool DEFAULT true")) {
      Servers.ask(url, sql);
    }
  }

  @AfterAll
  void stopAll() throws IOException, InterruptedException {
    if (coordinator != null) {
      coordinator.close();
    }
    for (SystemPostgres server : servers) {
      server.close();
    }
  }

  @Test
  void isTheVersionThatIsMeant() {
    assertThat(Servers.ask(url, "SHOW server_version").getFirst()).startsWith("15.");
  }

  @Test
  void placesRows() {
    for (SystemPostgres server : servers) {
      assertThat(Servers.ask(server.jdbcUrl(), "SELECT count(*) FROM kinds")).containsExactly("3");
      assertThat(Servers.ask(server.jdbcUrl(), "SELECT count(*) BETWEEN 1 AND 999 FROM goods"))
          .containsExactly("t");
    }
  }

  @Test
  void answersFromOneNode() {
    assertThat(Servers.ask(url, "SELECT label FROM kinds WHERE kind = 1")).containsExactly("toys");
    assertThat(Servers.ask(url, "EXPLAIN SELECT label FROM kinds").getFirst()).startsWith("ROUTE");
    assertThat(Servers.ask(url, "SELECT twice FROM goods WHERE id = 10")).containsExactly("5.00");
  }

  @Test
  void answersFromAllNodes() {
    assertThat(
            Servers.ask(
                url,
                "SELECT label || ' ' || count(*) || ' ' || sum(price) FROM goods JOIN kinds USING"
                    + " (kind) JOIN parts ON good = id GROUP BY label ORDER BY label"))
        .containsExactly("food 300 11287.50", "tools 300 11362.50", "toys 300 11212.50");
    assertThat(Servers.ask(url, "SELECT id FROM goods ORDER BY price DESC LIMIT 3"))
        .containsExactly("1000", "999", "998");
    assertThat(Servers.ask(url, "SELECT count(*) FROM cheap")).containsExactly("39");
  }

  @Test
  void answersWhatMustBeGathered() {
    String sql =
        "SELECT count(*) FROM goods a JOIN goods b ON a.kind = b.id WHERE a.price > b.price";

    assertThat(Servers.ask(url, sql)).containsExactly("665");
    assertThat(Servers.ask(url, "EXPLAIN " + sql).getFirst()).matches("(GATHER|STAGED).*");
  }

  @Test
  void answersPreparedStatements() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement statement =
            connection.prepareStatement("SELECT price FROM goods WHERE id = ?")) {
      for (long id = 1; id <= 10; id++) {
        statement.setLong(1, id);
        try (ResultSet rows = statement.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getBigDecimal(1)).isEqualByComparingTo(Double.toString(id * 0.25));
        }
      }
      try (ResultSet columns = connection.getMetaData().getColumns(null, "public", "goods", null)) {
        List<String> names = new ArrayList<>();
        while (columns.next()) {
          names.add(columns.getString("COLUMN_NAME"));
        }
        assertThat(names).containsExactly("id", "kind", "price", "twice", "flag");
      }
    }
  }

  @Test
  void tellsPostgresErrors() {
    assertThatThrownBy(() -> Servers.ask(url, "SELECT nothing FROM goods"))
        .cause()
        .hasMessageContaining("column \"nothing\" does not exist");
  }

  @Test
  void findsNothingWrong() {
    assertThat(ClusterCheck.run(configuration, Set.of()))
        .filteredOn(finding -> finding.outcome() == Finding.Outcome.WRONG)
        .isEmpty();
  }
}
