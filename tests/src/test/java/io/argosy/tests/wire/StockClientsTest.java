package io.argosy.tests.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** psql and PostgreSQL JDBC over the wire protocol's server, with a PostgreSQL behind it. */
class StockClientsTest {
  private static final String PSQL = "/usr/bin/psql";
  private static RelayedPostgres server;

  @BeforeAll
  static void start() throws IOException {
    server = new RelayedPostgres();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static String psql(String input, String... options) throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(Path.of(PSQL)), "psql is not installed");
    List<String> command =
        new ArrayList<>(List.of(PSQL, "-X", "-q", "-A", "-t", "-h", "127.0.0.1", "-U", "postgres"));
    command.addAll(List.of("-p", Integer.toString(server.port())));
    command.addAll(List.of(options));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var stdin = process.outputWriter()) {
      stdin.write(input);
    }
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return printed;
  }

  @Test
  void psqlAsksAndDescribes() throws Exception {
    String printed =
        psql(
            """
            create table voyage (id int primary key, name text);
            \\copy voyage from program 'printf "1\\\\tArgo\\\\n2\\\\tPinta\\\\n"'
            select * from voyage order by id;
            \\copy voyage to stdout
            \\d voyage
            select 1/0;
            select 'after';
            drop table voyage;
            """);
    assertThat(printed)
        .contains("1|Argo\n2|Pinta\n", "1\tArgo\n2\tPinta\n", "id|integer||not null|")
        .contains("ERROR:  division by zero", "after");
  }

  @Test
  void psqlReadsInParts() throws Exception {
    String printed = psql("select sum(g) from generate_series(1, 10) g;\n", "-v", "FETCH_COUNT=2");
    assertThat(printed).isEqualTo("55\n");
  }

  private static Connection jdbc(String options) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres&%s"
            .formatted(server.port(), options));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "preferQueryMode=simple",
        "preferQueryMode=extended&prepareThreshold=1",
        "preferQueryMode=extendedCacheEverything",
        "binaryTransfer=true&prepareThreshold=-1"
      })
  void jdbcRunsStatements(String options) throws SQLException {
    try (Connection connection = jdbc(options);
        PreparedStatement statement =
            connection.prepareStatement("select ?::int + 1, ?::text, ?::numeric")) {
      for (int i = 0; i < 8; i++) {
        statement.setInt(1, i);
        statement.setString(2, "größe " + i);
        statement.setBigDecimal(3, null);
        try (ResultSet result = statement.executeQuery()) {
          assertThat(result.next()).isTrue();
          assertThat(result.getInt(1)).isEqualTo(i + 1);
          assertThat(result.getString(2)).isEqualTo("größe " + i);
          assertThat(result.getBigDecimal(3)).isNull();
          assertThat(result.next()).isFalse();
        }
      }
      assertThatThrownBy(() -> connection.createStatement().execute("select 1/0"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22012"));
    }
  }

  @Test
  void jdbcFetchesInParts() throws SQLException {
    try (Connection connection = jdbc("defaultRowFetchSize=100")) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement();
          ResultSet outer = statement.executeQuery("select generate_series(1, 1000)");
          Statement second = connection.createStatement()) {
        long sum = 0;
        while (outer.next()) {
          sum += outer.getInt(1);
          if (outer.getInt(1) == 150) {
            try (ResultSet inner = second.executeQuery("select generate_series(1, 300)")) {
              while (inner.next()) {
                sum += inner.getInt(1);
              }
            }
          }
        }
        assertThat(sum).isEqualTo(500_500 + 45_150);
      }
      connection.commit();
    }
  }

  @Test
  void jdbcSendsBatches() throws SQLException {
    try (Connection connection = jdbc("");
        Statement statement = connection.createStatement()) {
      statement.execute("create temporary table t (a int primary key, b text)");
      try (PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?)")) {
        for (int i = 0; i < 3000; i++) {
          insert.setInt(1, i);
          insert.setString(2, "x".repeat(100));
          insert.addBatch();
        }
        assertThat(IntStream.of(insert.executeBatch()).sum()).isEqualTo(3000);
        insert.setInt(1, 5000);
        insert.setString(2, "");
        insert.addBatch();
        insert.setInt(1, 1);
        insert.setString(2, "");
        insert.addBatch();
        assertThatThrownBy(insert::executeBatch)
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
      }
      try (ResultSet count = statement.executeQuery("select count(*) from t")) {
        count.next();
        assertThat(count.getInt(1)).isEqualTo(3000);
      }
    }
  }

  @Test
  void jdbcCancels() throws Exception {
    try (Connection connection = jdbc("");
        Statement statement = connection.createStatement();
        Statement marker = connection.createStatement()) {
      marker.execute("set application_name to 'about to sleep'");
      CompletableFuture<SQLException> failure =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  statement.execute("select pg_sleep(60)");
                  return null;
                } catch (SQLException e) {
                  return e;
                }
              });
      awaitSleep();
      statement.cancel();
      assertThat(failure.get(20, TimeUnit.SECONDS).getSQLState()).isEqualTo("57014");
      assertThat(connection.isValid(5)).isTrue();
    }
  }

  private static void awaitSleep() throws SQLException {
    try (Connection other = jdbc("");
        Statement look = other.createStatement()) {
      await().atMost(Duration.ofMinutes(2)).until(() -> isAsleep(look));
    }
  }

  private static boolean isAsleep(Statement look) throws SQLException {
    try (ResultSet result =
        look.executeQuery(
            "select count(*) from pg_stat_activity where state = 'active' and"
                + " application_name = 'about to sleep' and wait_event = 'PgSleep'")) {
      result.next();
      return result.getInt(1) == 1;
    }
  }

  @Test
  void jdbcCopies() throws Exception {
    try (Connection connection = jdbc("");
        Statement statement = connection.createStatement()) {
      statement.execute("create temporary table t (a int, b text)");
      CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
      StringBuilder lines = new StringBuilder();
      Stream.iterate(0, i -> i + 1)
          .limit(50_000)
          .forEach(i -> lines.append(i).append('\t').append("text ").append(i).append('\n'));
      byte[] sent = lines.toString().getBytes(StandardCharsets.UTF_8);
      assertThat(copy.copyIn("copy t from stdin", new ByteArrayInputStream(sent)))
          .isEqualTo(50_000);
      ByteArrayOutputStream received = new ByteArrayOutputStream();
      assertThat(copy.copyOut("copy (select * from t order by a) to stdout", received))
          .isEqualTo(50_000);
      assertThat(received.toByteArray()).isEqualTo(sent);
    }
  }

  @Test
  void jdbcSeesTheCatalog() throws SQLException {
    try (Connection connection = jdbc("");
        ResultSet tables =
            connection.getMetaData().getTables(null, "pg_catalog", "pg_class", null)) {
      assertThat(tables.next()).isTrue();
      assertThat(connection.getMetaData().getDatabaseMajorVersion()).isEqualTo(18);
    }
  }
}
