package io.argosy.tests.containers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.utility.DockerImageName;

/**
 * The images of docker/ as a program's own tests would use them, by Testcontainers. In a container,
 * the environment's TESTCONTAINERS_HOST_OVERRIDE says where the engine's ports are.
 */
@Tag("slow")
@Timeout(1200)
@ResourceLock("docker")
class ImagesTest {
  private static final int NODES = 2;
  private static final int COORDINATOR_PORT = 5433;
  private static final String PASSWORD = "a password of the test";
  private static final String PASSWORD_FILE = "/run/password";
  private static final Pattern POSTGRES_IMAGE = Pattern.compile("POSTGRES_IMAGE=(\\S+)");

  private final List<GenericContainer<?>> servers = new ArrayList<>();
  private final List<GenericContainer<?>> agents = new ArrayList<>();
  private Network network;
  private GenericContainer<?> coordinator;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    DockerEngine.require();
    String postgres = build();
    network = Network.newNetwork();
    StringBuilder nodes = new StringBuilder();
    for (int node = 1; node <= NODES; node++) {
      servers.add(server(postgres, node));
      agents.add(agent(node));
      nodes
          .append("  - {name: node%1$d, agent: \"agent%1$d:5434\"".formatted(node))
          .append(", secret_environment: ARGOSY_SECRET}\n");
    }
    coordinator =
        argosy(
                "coordinator",
                """
                listen: {host: 0.0.0.0, port: %d}
                database: argosy
                administrator: argosy
                users:
                  argosy: {password_file: %s}
                nodes:
                """
                        .formatted(COORDINATOR_PORT, PASSWORD_FILE)
                    + nodes)
            .withExposedPorts(COORDINATOR_PORT);
    Startables.deepStart(servers).join();
    Startables.deepStart(agents).join();
    coordinator.start();
  }

  @AfterEach
  void stop() {
    if (coordinator != null) {
      coordinator.stop();
    }
    agents.forEach(GenericContainer::stop);
    servers.forEach(GenericContainer::stop);
    if (network != null) {
      network.close();
    }
  }

  /** Builds the image; returns the name of PostgreSQL's. */
  private static String build() throws IOException, InterruptedException {
    Process images =
        new ProcessBuilder("../docker/images")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String assignments = new String(images.getInputStream().readAllBytes(), UTF_8);
    assertThat(images.waitFor()).as("docker/images").isZero();
    Matcher postgres = POSTGRES_IMAGE.matcher(assignments);
    return postgres.find() ? postgres.group(1) : "postgres:18";
  }

  private GenericContainer<?> server(String image, int node) {
    return new GenericContainer<>(DockerImageName.parse(image))
        .withNetwork(network)
        .withNetworkAliases("postgres" + node)
        .withEnv("POSTGRES_DB", "argosy")
        .withEnv("POSTGRES_USER", "argosy")
        .withEnv("POSTGRES_PASSWORD_FILE", PASSWORD_FILE)
        .withCopyToContainer(Transferable.of(PASSWORD, 0644), PASSWORD_FILE)
        .withCommand("postgres", "-c", "max_prepared_transactions=100")
        .waitingFor(Wait.forSuccessfulCommand("pg_isready --host=127.0.0.1 --username=argosy"));
  }

  private GenericContainer<?> agent(int node) {
    return argosy(
            "agent",
            """
            name: node%1$d
            listen: {host: 0.0.0.0, port: 5434}
            secret_environment: ARGOSY_SECRET
            postgres:
              host: postgres%1$d
              port: 5432
              users:
                argosy: {password_file: %2$s}
            """
                .formatted(node, PASSWORD_FILE))
        .withNetworkAliases("agent" + node);
  }

  private GenericContainer<?> argosy(String program, String configuration) {
    return new GenericContainer<>(DockerImageName.parse("argosy"))
        .withNetwork(network)
        .withEnv("ARGOSY_SECRET", "a secret of the test, long enough")
        .withCopyToContainer(Transferable.of(PASSWORD, 0644), PASSWORD_FILE)
        .withCopyToContainer(Transferable.of(configuration, 0644), "/etc/argosy.yaml")
        .withCommand(program, "--config", "/etc/argosy.yaml")
        .waitingFor(Wait.forLogMessage(".*ready .*\\n", 1));
  }

  private Connection connect() throws SQLException {
    String address = coordinator.getHost() + ":" + coordinator.getMappedPort(COORDINATOR_PORT);
    return DriverManager.getConnection(
        "jdbc:postgresql://" + address + "/argosy", "argosy", PASSWORD);
  }

  private static String ask(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  @Test
  void aClusterOfTheImagesAnswersAndSaysWhichAgentIsMissing() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE numbers (id bigint PRIMARY KEY, parity int)");
      statement.execute("SELECT create_distributed_table('numbers', 'id')");
      statement.execute("INSERT INTO numbers SELECT i, i % 2 FROM generate_series(1, 1000) i");
      String sum = "SELECT sum(id) FROM numbers WHERE parity = 0";
      assertThat(ask(statement, sum)).isEqualTo("250500");

      agents.get(1).stop();
      SQLException missing = catchThrowableOfType(SQLException.class, () -> ask(statement, sum));
      assertThat(missing.getSQLState()).isEqualTo("08006");
      assertThat(missing.getMessage()).contains("node2");

      agents.get(1).start();
      assertThat(ask(statement, sum)).isEqualTo("250500");
    }
  }
}
