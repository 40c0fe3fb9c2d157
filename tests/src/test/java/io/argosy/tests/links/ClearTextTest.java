package io.argosy.tests.links;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.agent.server.AgentServer;
import io.argosy.protocol.tls.CertificateFiles;
import io.argosy.server.config.AgentConfiguration;
import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.CoordinatorProcess;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * What somebody hears who listens between coordinator and agents, between agents, and between
 * agents and PostgreSQL: everything without TLS, and nothing with it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
@Isolated("it reads the log")
class ClearTextTest {
  private static final int NODES = 2;
  private static final int ROWS = 200;
  private static final String SECRET = "the-secret-that-nobody-may-hear-0123456789";
  private static final String PASSWORD = "the-password-that-nobody-may-hear";

  /** In rows that are inserted, copied, moved between nodes, and selected. */
  private static final String INSERTED = "inserted-and-confidential";

  private static final String COPIED = "copied-and-confidential";

  /** In the text of statements. */
  private static final String STATEMENT = "told_in_confidence";

  private Path folder;
  private CertificateFiles own;
  private TestAuthority authority;
  private final List<EmbeddedServer> servers = new ArrayList<>();

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    folder = directory;
    folder.toFile().setExecutable(true, false);
    folder.toFile().setReadable(true, false);
    authority = TestAuthority.create(folder, "authority");
    own = authority.sign("everybody");
    for (int node = 1; node <= NODES; node++) {
      EmbeddedServer server =
          EmbeddedServer.start(
              folder.resolve("server" + node),
              Map.of(
                  "fsync",
                  "off",
                  "ssl",
                  "on",
                  "ssl_cert_file",
                  own.certificate().toString(),
                  "ssl_key_file",
                  own.key().toString()));
      servers.add(server);
      try (Connection connection =
              DriverManager.getConnection(server.jdbcUrl() + "?user=postgres");
          Statement statement = connection.createStatement()) {
        statement.execute("ALTER ROLE postgres PASSWORD '" + PASSWORD + "'");
        Files.writeString(
            folder.resolve("server" + node).resolve("pg_hba.conf"),
            "host all all all scram-sha-256\n");
        statement.execute("SELECT pg_reload_conf()");
      }
    }
  }

  @AfterAll
  void stop() {
    servers.forEach(EmbeddedServer::close);
  }

  /** A coordinator and its agents, with somebody listening in front of all they connect to. */
  private final class Overheard implements AutoCloseable {
    private final Deque<Closeable> started = new ArrayDeque<>();
    private final List<RecordingRelay> beforeAgents = new ArrayList<>();
    private final List<RecordingRelay> beforeServers = new ArrayList<>();
    private final CoordinatorProcess coordinator;

    private Overheard(boolean encrypted) throws IOException {
      String certificates =
          "{certificate: %s, key: %s, authority: %s}"
              .formatted(own.certificate(), own.key(), authority.certificate());
      StringBuilder file =
          new StringBuilder(
              """
              listen: {host: localhost, port: 0}
              database: argosy
              administrator: postgres
              users: {postgres: trust}
              metrics: {port: 0}
              %s
              nodes:
              """
                  .formatted(encrypted ? "agents_tls: " + certificates : ""));
      for (int node = 1; node <= NODES; node++) {
        RecordingRelay server = RecordingRelay.start(servers.get(node - 1).port());
        started.push(server);
        beforeServers.add(server);
        AgentServer agent =
            agent(
                node,
                server.port(),
                encrypted ? ", tls: " + certificates : "",
                encrypted ? "verify-full, authority: " + authority.certificate() : "disable");
        started.push(agent::close);
        RecordingRelay relay = RecordingRelay.start(agent.port());
        started.push(relay);
        beforeAgents.add(relay);
        file.append(
            "  - {name: node%d, agent: \"localhost:%d\", secret: %s, compression: none}\n"
                .formatted(node, relay.port(), SECRET));
      }
      coordinator =
          CoordinatorProcess.start(
              CoordinatorConfiguration.read(
                  Files.writeString(folder.resolve("coordinator.yaml"), file), Map.of()));
      started.push(coordinator::close);
    }

    private AgentServer agent(int node, int postgres, String listenTls, String postgresTls)
        throws IOException {
      Path file =
          Files.writeString(
              folder.resolve("agent.yaml"),
              """
              name: node%d
              listen: {host: localhost, port: 0%s}
              secret: %s
              compression: none
              postgres:
                {host: localhost, port: %d, users: {postgres: {password: %s}}, tls: %s}
              """
                  .formatted(node, listenTls, SECRET, postgres, PASSWORD, postgresTls));
      return AgentServer.start(AgentConfiguration.read(file, Map.of()).agent());
    }

    private Connection connect() throws Exception {
      return DriverManager.getConnection(coordinator.jdbcUrl() + "?user=postgres");
    }

    @Override
    public void close() throws IOException {
      for (Closeable each : started) {
        each.close();
      }
    }
  }

  /** Statements that make all links carry rows. */
  private static void work(Connection connection, String suffix) throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE letter_%1$s (id bigint, box bigint, body text)".formatted(suffix));
      statement.execute("CREATE TABLE box_%1$s (id bigint, other bigint)".formatted(suffix));
      statement.execute("SELECT create_distributed_table('letter_%s', 'id')".formatted(suffix));
      statement.execute("SELECT create_distributed_table('box_%s', 'id')".formatted(suffix));
      statement.execute(
          "INSERT INTO letter_%s SELECT g, g %% 7, '%s' FROM generate_series(1, %d) g"
              .formatted(suffix, INSERTED, ROWS));
      statement.execute(
          "INSERT INTO box_%s SELECT g, g + 1 FROM generate_series(1, %d) g"
              .formatted(suffix, ROWS));
      StringBuilder lines = new StringBuilder();
      for (int id = ROWS + 1; id <= 2 * ROWS; id++) {
        lines.append(id).append('\t').append(id % 5).append('\t').append(COPIED).append('\n');
      }
      CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
      copy.copyIn(
          "COPY letter_%s FROM STDIN".formatted(suffix),
          new ByteArrayInputStream(lines.toString().getBytes(UTF_8)));
      StringWriter out = new StringWriter();
      copy.copyOut("COPY letter_%s TO STDOUT".formatted(suffix), out);
      assertThat(out.toString()).contains(INSERTED, COPIED);
      // Joined on columns by which neither is distributed: rows go from agent to agent.
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT l.body AS %2$s, count(*), min(b.id) FROM letter_%1$s l JOIN box_%1$s b ON b.other = l.box GROUP BY 1 ORDER BY 1"
                  .formatted(suffix, STATEMENT))) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo(COPIED);
      }
    }
  }

  @Test
  void everythingIsHeardWithoutTls() throws Exception {
    try (Overheard cluster = new Overheard(false);
        Connection connection = cluster.connect()) {
      work(connection, "plain");

      for (List<RecordingRelay> relays : List.of(cluster.beforeAgents, cluster.beforeServers)) {
        assertThat(relays)
            .allSatisfy(
                relay -> {
                  assertThat(relay.heard(COPIED)).isTrue();
                  // Proven, not said.
                  assertThat(relay.heard(SECRET)).isFalse();
                  assertThat(relay.heard(PASSWORD)).isFalse();
                });
        assertThat(relays).anyMatch(relay -> relay.heard(INSERTED));
        assertThat(relays).anyMatch(relay -> relay.heard(STATEMENT));
      }
      // To the agent and back for the coordinator, and from the other agent.
      assertThat(cluster.beforeAgents)
          .anySatisfy(relay -> assertThat(relay.directionsWith(COPIED)).isGreaterThan(2));
    }
  }

  private static String lines(Statement statement, String sql) throws SQLException {
    StringBuilder lines = new StringBuilder();
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
          lines.append(rows.getString(column)).append('\n');
        }
      }
    }
    return lines.toString();
  }

  private static String metrics(int port) throws IOException {
    try (InputStream in =
        URI.create("http://127.0.0.1:" + port + "/metrics").toURL().openStream()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void nothingIsHeardWithTlsAndNoSecretIsTold() throws Exception {
    try (RecordedLog log = new RecordedLog();
        Overheard cluster = new Overheard(true);
        Connection connection = cluster.connect();
        Statement statement = connection.createStatement()) {
      work(connection, "encrypted");

      for (List<RecordingRelay> relays : List.of(cluster.beforeAgents, cluster.beforeServers)) {
        assertThat(relays)
            .allSatisfy(
                relay -> {
                  assertThat(relay.bytes()).isGreaterThan(ROWS * COPIED.length());
                  for (String known :
                      List.of(COPIED, INSERTED, STATEMENT, SECRET, PASSWORD, "letter_", "SELECT")) {
                    assertThat(relay.heard(known)).as(known).isFalse();
                  }
                });
      }
      assertThat(cluster.beforeAgents)
          .anySatisfy(relay -> assertThat(relay.connections()).isGreaterThan(1));

      String told =
          lines(statement, "EXPLAIN (ANALYZE, VERBOSE) SELECT count(*) FROM letter_encrypted")
              + lines(statement, "SELECT * FROM argosy.nodes")
              + lines(statement, "SHOW ALL")
              + metrics(cluster.coordinator.metricsPort().orElseThrow());
      assertThat(told).contains("argosy_connections", "node1").doesNotContain(SECRET, PASSWORD);
      assertThat(log.lines())
          .isNotEmpty()
          .noneMatch(line -> line.contains(SECRET))
          .noneMatch(line -> line.contains(PASSWORD));
    }
  }
}
