package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.server.check.ClusterCheck;
import io.argosy.server.check.Finding;
import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.CoordinatorProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.util.PSQLException;

/** What {@code ./argosy check} finds on servers that are wrong in one thing each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class ClusterCheckTest {
  private Path directory;
  private Servers servers;

  @BeforeAll
  void startServers(@TempDir Path temporary) {
    directory = temporary;
    servers = Servers.start(directory, 2, Map.of());
    for (int server = 0; server < servers.count(); server++) {
      servers.ask(server, "CREATE ROLE visitor LOGIN");
      servers.ask(server, "CREATE DATABASE clean");
      servers.ask(server, "CREATE DATABASE used");
      servers.ask(server, "CREATE DATABASE copied");
      servers.ask(server, "CREATE DATABASE moved");
    }
    servers.ask(0, "CREATE ROLE only_here LOGIN");
    servers.ask(0, "CREATE DATABASE single");
    servers.ask(0, "CREATE DATABASE alike TEMPLATE template0 LOCALE 'C'");
    servers.ask(1, "CREATE DATABASE alike TEMPLATE template0 LOCALE 'C' ENCODING 'SQL_ASCII'");
  }

  @AfterAll
  void stopServers() {
    servers.close();
  }

  private CoordinatorConfiguration configuration(
      String database, String administrator, String user, int... order) throws IOException {
    List<String> nodes =
        IntStream.of(order).mapToObj(node -> CoordinatorFile.url(servers.port(node))).toList();
    return read(new CoordinatorFile(database, administrator, user, nodes));
  }

  private CoordinatorConfiguration read(CoordinatorFile configuration) throws IOException {
    return CoordinatorConfiguration.read(
        configuration.write(directory.resolve("check.yaml")), Map.of());
  }

  private static List<String> wrong(CoordinatorConfiguration configuration) {
    return ClusterCheck.run(configuration, EnumSet.allOf(ClusterCheck.Rows.class)).stream()
        .filter(finding -> finding.outcome() == Finding.Outcome.WRONG)
        .map(finding -> finding.subject() + ": " + finding.message() + " | " + finding.advice())
        .toList();
  }

  @Test
  void findsNothingWrongAndChangesNothing() throws IOException {
    CoordinatorConfiguration configuration = configuration("clean", "postgres", "visitor", 0, 1);

    assertThat(wrong(configuration)).isEmpty();
    assertThat(
            Servers.ask(
                "jdbc:postgresql://127.0.0.1:" + servers.port(0) + "/clean?user=postgres",
                "SELECT nspname FROM pg_namespace WHERE nspname = 'argosy'"))
        .isEmpty();
  }

  @Test
  void findsCopiesThatDiffer() throws IOException, SQLException {
    CoordinatorConfiguration configuration = configuration("copied", "postgres", "postgres", 0, 1);
    try (CoordinatorProcess coordinator = CoordinatorProcess.start(configuration);
        Connection connection =
            DriverManager.getConnection(coordinator.jdbcUrl() + "?user=postgres");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE gone (id int)");
      statement.execute("SELECT create_reference_table('gone')");
      statement.execute("INSERT INTO gone VALUES (1)");
      for (String table : List.of("rates", "\"Two words\"")) {
        statement.execute("CREATE TABLE " + table + " (id int, v text)");
        statement.execute("SELECT create_reference_table('" + table + "')");
        statement.execute("INSERT INTO " + table + " VALUES (1, 'a'), (2, 'b'), (2, 'b')");
      }
    }
    assertThat(wrong(configuration)).isEmpty();

    askNode(1, "DROP TABLE gone");
    askNode(1, "UPDATE \"Two words\" SET v = 'c' WHERE id = 1");
    askNode(1, "DELETE FROM rates WHERE id = 1");

    assertThat(wrong(configuration))
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith(
                        "all nodes: the copies of reference table public.\"Two words\" differ:"
                            + " node1: 3 rows (hashes ")
                    .contains("; node2: 3 rows (hashes "),
            second ->
                assertThat(second)
                    .startsWith(
                        "all nodes: the copies of reference table public.gone differ: node1: 1"
                            + " rows")
                    .contains("; node2: relation \"public.gone\" does not exist | "),
            third ->
                assertThat(third)
                    .startsWith(
                        "all nodes: the copies of reference table public.rates differ: node1: 3"
                            + " rows")
                    .contains("; node2: 2 rows (hashes "));
  }

  @Test
  void findsRowsThatAnotherNodeOwns() throws IOException, SQLException {
    CoordinatorConfiguration configuration = configuration("moved", "postgres", "postgres", 0, 1);
    try (CoordinatorProcess coordinator = CoordinatorProcess.start(configuration);
        Connection connection =
            DriverManager.getConnection(coordinator.jdbcUrl() + "?user=postgres");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE items (id int, word text)");
      statement.execute("SELECT create_distributed_table('items', 'id')");
      statement.execute("INSERT INTO items SELECT i, 'x' FROM generate_series(1, 100) AS i");
      statement.execute("CREATE TABLE \"Words\" (word text)");
      statement.execute("SELECT create_distributed_table('\"Words\"', 'word')");
      statement.execute("INSERT INTO \"Words\" SELECT 'w' || i FROM generate_series(1, 50) AS i");
      statement.execute("SELECT move_slots(ARRAY(SELECT generate_series(0, 99)), 'node2')");
    }
    assertThat(wrong(configuration)).isEmpty();

    askNode(1, "moved", "WITH gone AS (DELETE FROM items RETURNING id) SELECT count(*) FROM gone");
    askNode(1, "moved", "INSERT INTO items SELECT i, 'y' FROM generate_series(1, 100) AS i");
    assertThat(wrong(configuration))
        .singleElement(InstanceOfAssertFactories.STRING)
        .matches("node2: has [0-9]+ rows of table public.items that node node1 owns \\| .*");

    askNode(1, "moved", "UPDATE argosy.slot_map SET moves = 7");
    assertThat(wrong(configuration))
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith(
            "all nodes: argosy.slot_map is not the same on all nodes: node1 has seen 1 moves, node2"
                + " has seen 7 moves | ");
  }

  private void askNode(int server, String sql) throws SQLException {
    askNode(server, "copied", sql);
  }

  private void askNode(int server, String database, String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:"
                    + servers.port(server)
                    + "/"
                    + database
                    + "?user=postgres");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void findsANodeThatCanPrepareNothing() throws IOException, SQLException {
    try (Servers unable =
        Servers.start(directory.resolve("unable"), 1, Map.of("max_prepared_transactions", "0"))) {
      CoordinatorConfiguration configuration =
          read(
              CoordinatorFile.of(
                  List.of(
                      CoordinatorFile.url(servers.port(0)), CoordinatorFile.url(unable.port(0)))));

      assertThat(wrong(configuration))
          .singleElement()
          .asString()
          .startsWith("node2: max_prepared_transactions is 0")
          .contains("Set max_prepared_transactions");
      try (CoordinatorProcess coordinator = CoordinatorProcess.start(configuration);
          Connection connection =
              DriverManager.getConnection(coordinator.jdbcUrl() + "?user=postgres");
          Statement statement = connection.createStatement()) {
        assertThatThrownBy(() -> statement.execute("CREATE TABLE everywhere (id int)"))
            .isInstanceOfSatisfying(
                PSQLException.class,
                e -> {
                  assertThat(e.getSQLState()).isEqualTo("55000");
                  assertThat(e.getServerErrorMessage().getHint())
                      .startsWith("Set max_prepared_transactions");
                });
      }
      servers.ask(0, "DROP SCHEMA argosy CASCADE");
    }
  }

  @Test
  void findsServersThatChangedPlaces() throws IOException {
    CoordinatorProcess.start(configuration("used", "postgres", "visitor", 0, 1)).close();

    assertThat(wrong(configuration("used", "postgres", "visitor", 0, 1))).isEmpty();
    assertThat(wrong(configuration("used", "postgres", "visitor", 1, 0)))
        .hasSize(2)
        .allMatch(found -> found.contains("says that it is another one"));
    assertThat(wrong(configuration("used", "postgres", "visitor", 0)))
        .singleElement()
        .asString()
        .contains(
            "node \"node2\" is a member of the cluster, but the configuration does not list it");
  }

  @Test
  void findsOneServerConfiguredTwice() throws IOException {
    assertThat(wrong(configuration("clean", "postgres", "visitor", 0, 0)))
        .singleElement()
        .asString()
        .contains("node1, node2 are one and the same server");
  }

  @Test
  void findsRowsThatNobodyWouldSee() throws IOException {
    for (int server = 0; server < servers.count(); server++) {
      String url = "jdbc:postgresql://127.0.0.1:" + servers.port(server) + "/clean?user=postgres";
      Servers.ask(url, "CREATE TABLE loose AS SELECT 1 AS id");
      Servers.ask(url, "CREATE TABLE empty (id int)");
    }

    assertThat(ClusterCheck.run(configuration("clean", "postgres", "visitor", 0, 1), Set.of()))
        .filteredOn(finding -> finding.message().contains("no placement"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.subject()).isEqualTo("node2");
              assertThat(finding.outcome()).isEqualTo(Finding.Outcome.ADVICE);
              assertThat(finding.message()).endsWith("no placement: public.loose");
              assertThat(finding.advice()).contains("attach_distributed_table");
            });
  }

  @Test
  void findsAMissingDatabase() throws IOException {
    assertThat(wrong(configuration("single", "postgres", "visitor", 0, 1)))
        .singleElement()
        .asString()
        .startsWith("node2: ")
        .contains("CREATE DATABASE \"single\";");
  }

  @Test
  void findsAMissingRole() throws IOException {
    assertThat(wrong(configuration("clean", "postgres", "only_here", 0, 1)))
        .singleElement()
        .asString()
        .startsWith("node2: role \"only_here\" cannot log in")
        .contains("CREATE ROLE \"only_here\" LOGIN");
  }

  @Test
  void findsAnAdministratorWhoMayNotMakeTheSchema() throws IOException {
    assertThat(wrong(configuration("clean", "visitor", "visitor", 0, 1)))
        .hasSize(2)
        .allMatch(found -> found.contains("GRANT CREATE ON DATABASE \"clean\" TO \"visitor\";"));
  }

  @Test
  void findsDifferentEncodings() throws IOException {
    assertThat(wrong(configuration("alike", "postgres", "visitor", 0, 1)))
        .singleElement()
        .asString()
        .contains("encoding differs: SQL_ASCII on node2; UTF8 on node1");
  }

  @Test
  void findsANodeThatDoesNotAnswer() throws IOException {
    int nobody = Servers.freePort();
    CoordinatorConfiguration configuration =
        read(
            new CoordinatorFile(
                "clean",
                "postgres",
                "visitor",
                List.of(CoordinatorFile.url(nobody), CoordinatorFile.agent(nobody, "secret: x"))));

    assertThat(wrong(configuration))
        .hasSize(2)
        .allMatch(found -> found.contains("127.0.0.1:" + nobody))
        .allMatch(found -> found.contains("no firewall"));
  }
}
