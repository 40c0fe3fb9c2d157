package io.argosy.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argosy.agent.machine.MachineMeter;
import io.argosy.console.ConsoleOptions;
import io.argosy.coordinator.limit.CoordinatorLimits;
import io.argosy.node.frame.Compression;
import io.argosy.protocol.authentication.Authenticator;
import io.argosy.protocol.authentication.UserSalts;
import io.argosy.protocol.client.ServerAddress;
import io.argosy.protocol.client.TlsMode;
import io.argosy.server.metrics.MetricsServer;
import io.argosy.server.trace.TraceOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
  private static final UserSalts SALTS = UserSalts.ofProcess();
  private static final Path EXAMPLES = Path.of("..", "docker");
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "ARGOSY_SECRET", "the-shared-secret",
          "ARGOSY_ADMINISTRATOR_PASSWORD", "admin-password",
          "ARGOSY_ALICE_PASSWORD", "alice-password");

  private static final String AGENT =
      """
      name: node1
      listen:
        host: 127.0.0.1
        port: 0
      secret: the-shared-secret
      postgres:
        host: db.example
        port: 5432
        users:
          alice:
            password_file: alice.txt
      """;

  private static final String COORDINATOR =
      """
      listen:
        host: 127.0.0.1
        port: 5433
      database: shop
      administrator: admin
      users:
        alice: trust
      nodes:
        - name: node1
          agent: one.example:5434
          secret: the-shared-secret
      """;

  @TempDir private Path directory;

  private Path write(String text) throws IOException {
    Files.writeString(directory.resolve("alice.txt"), "alice-password\n");
    return Files.writeString(directory.resolve("argosy.yaml"), text);
  }

  @Test
  void databasesCanBeListed() throws IOException {
    assertThat(CoordinatorConfiguration.read(write(COORDINATOR), Map.of()).otherDatabases())
        .isEmpty();
    assertThat(
            CoordinatorConfiguration.read(
                    write(COORDINATOR + "other_databases: [postgres, stock]\n"), Map.of())
                .otherDatabases())
        .containsExactly("postgres", "stock");
  }

  @Test
  void commonSnapshotsCanBeSwitchedOff() throws IOException {
    assertThat(CoordinatorConfiguration.read(write(COORDINATOR), Map.of()).commonSnapshots())
        .isTrue();
    assertThat(
            CoordinatorConfiguration.read(
                    write(COORDINATOR + "common_snapshots: false\n"), Map.of())
                .commonSnapshots())
        .isFalse();
    Path file = write(COORDINATOR + "common_snapshots: sometimes\n");
    assertThatThrownBy(() -> CoordinatorConfiguration.read(file, Map.of()))
        .hasMessageContaining("common_snapshots: must be true or false");
  }

  @Test
  void howLongOthersWaitAtTheBarrierCanBeSaid() throws IOException {
    assertThat(CoordinatorConfiguration.read(write(COORDINATOR), Map.of()).snapshotLimit())
        .isEqualTo(Duration.ofSeconds(10));
    assertThat(
            CoordinatorConfiguration.read(
                    write(COORDINATOR + "snapshot_limit_seconds: 3\n"), Map.of())
                .snapshotLimit())
        .isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void limitsHoldAsTheFileSays() throws IOException {
    assertThat(CoordinatorConfiguration.read(write(COORDINATOR), Map.of()).limits())
        .isEqualTo(CoordinatorLimits.Values.DEFAULT);
    String file = COORDINATOR + "limits:\n  concurrent_statements: 7\n";
    assertThat(CoordinatorConfiguration.read(write(file), Map.of()).limits().concurrentStatements())
        .isEqualTo(7);
  }

  @Test
  void metricsAreToldWhereTheFileSays() throws IOException {
    assertThat(CoordinatorConfiguration.read(write(COORDINATOR), Map.of()).metrics()).isEmpty();
    assertThat(
            CoordinatorConfiguration.read(write(COORDINATOR + "metrics:\n  port: 9433\n"), Map.of())
                .metrics())
        .contains(new MetricsServer.Listener("127.0.0.1", 9433));
    assertThat(
            AgentConfiguration.read(
                    write(AGENT + "metrics:\n  host: 0.0.0.0\n  port: 9434\n"), Map.of())
                .metrics())
        .contains(new MetricsServer.Listener("0.0.0.0", 9434));
  }

  @Test
  void tracesAreSentWhereTheFileSays() throws IOException {
    assertThat(CoordinatorConfiguration.read(write(COORDINATOR), Map.of()).traces()).isEmpty();
    assertThat(traces("{endpoint: 'http://collector:4318/v1/traces'}"))
        .isEqualTo(
            new TraceOptions(
                URI.create("http://collector:4318/v1/traces"),
                "argosy",
                1,
                Map.of(),
                Optional.empty()));
    TraceOptions options =
        traces(
            "{endpoint: 'https://collector/v1/traces', service: shop, sample_ratio: 0.25, headers:"
                + " [{name: x-key, value_file: alice.txt}, {name: y-key, value_environment: Y}]}");
    assertThat(options)
        .isEqualTo(
            new TraceOptions(
                URI.create("https://collector/v1/traces"),
                "shop",
                0.25,
                Map.of("x-key", "alice-password", "y-key", "why"),
                Optional.empty()));
    assertThat(options.toString()).doesNotContain("alice-password").doesNotContain("why");
  }

  private TraceOptions traces(String section) throws IOException {
    return CoordinatorConfiguration.read(
            write(COORDINATOR + "traces: " + section + "\n"), Map.of("Y", "why"))
        .traces()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "service: x | traces.endpoint: is missing",
        "endpoint: 'collector:4317' | traces.endpoint: must be a URL",
        "endpoint: 'http://a:b@collector/' | traces.endpoint: must be a URL",
        "endpoint: 'http:///v1' | traces.endpoint: must be a URL",
        "sample_ratio: 1.5 | traces.sample_ratio: must be a number from 0 to 1",
        "sample_ratio: 'x' | traces.sample_ratio: must be a number from 0 to 1",
        "authority: alice.txt | traces.authority: the file",
        "headers: [{name: 'a b', value: c}] | traces.headers[0].name: is not a name",
        "headers: [{name: a}] | traces.headers[0].value: is missing",
        "headers: [{name: a, value: b}, {name: A, value: c}] | traces.headers[1].name: another",
        "headers: [{name: Host, value: b}] | traces.headers[0].name: is a header that Argosy"
            + " writes",
        "grpc: true | traces.grpc: unknown name",
      })
  void mistakesInTracesAreTold(String part, String told) {
    String section =
        part.startsWith("endpoint") || part.startsWith("service")
            ? "{" + part + "}"
            : "{endpoint: 'https://collector/v1/traces', " + part + "}";
    assertThatThrownBy(() -> traces(section)).hasMessageContaining(told);
  }

  @Test
  void anAuthorityIsOfNoUseWithoutTls() {
    assertThatThrownBy(() -> traces("{endpoint: 'http://collector/', authority: alice.txt}"))
        .hasMessageContaining("traces.authority: is used with an endpoint https:// only");
  }

  @Test
  void machinesAreSampledUnlessTheFileSaysNo() throws IOException {
    assertThat(AgentConfiguration.read(write(AGENT), Map.of()).agent().machine().samples())
        .isTrue();
    assertThat(machine("{memory_megabytes: 7}").samples()).isTrue();
    assertThat(machine("{samples: false}").samples()).isFalse();
    assertThatThrownBy(() -> machine("{samples: never}"))
        .hasMessageContaining("machine.samples: must be true or false");

    String node = "  - {name: node9, url: 'jdbc:postgresql://one.example:1/'";
    assertThat(lastNode(node + "}\n").samples()).isTrue();
    assertThat(lastNode(node + ", samples: false}\n").samples()).isFalse();
  }

  @Test
  void aNodeCanBeReachedInBothWays() throws IOException {
    Path file =
        write(
            COORDINATOR
                + "  - {name: node9, agent: 'nine.example:5434', secret: 0123456789abcdef,"
                + " url: 'jdbc:postgresql://nine.example:5432/', connections: 7}\n");

    NodeConfiguration.ByBoth both =
        (NodeConfiguration.ByBoth) CoordinatorConfiguration.read(file, Map.of()).nodes().getLast();

    assertThat(both.name()).isEqualTo("node9");
    assertThat(both.location())
        .isEqualTo("agent at nine.example:5434, and PostgreSQL at nine.example:5432");
    assertThat(both.direct().server().pool().maxConnections()).isEqualTo(7);
    assertThat(both.direct().samples()).isFalse();
  }

  private MachineMeter machine(String text) throws IOException {
    Path file = write(AGENT + "machine: " + text + "\n");
    return AgentConfiguration.read(file, Map.of()).agent().machine();
  }

  private NodeConfiguration.ByUrl lastNode(String lines) throws IOException {
    Path file = write(COORDINATOR + lines);
    return (NodeConfiguration.ByUrl)
        CoordinatorConfiguration.read(file, Map.of()).nodes().getLast();
  }

  @Test
  void theConsoleIsServedAsTheFileSays() throws IOException {
    assertThat(CoordinatorConfiguration.read(write(COORDINATOR), Map.of()).console()).isEmpty();
    assertThat(
            CoordinatorConfiguration.read(write(COORDINATOR + "console:\n  port: 5480\n"), Map.of())
                .console())
        .contains(
            new ConsoleOptions(
                "127.0.0.1",
                5480,
                Optional.empty(),
                List.of(),
                ConsoleOptions.USUAL_SESSIONS,
                ConsoleOptions.USUAL_IDLE,
                false));
    String file =
        COORDINATOR
            + "console: {host: 0.0.0.0, port: 5480, names: [a.example], sessions: 7, idle_minutes:"
            + " 3, trust: true}";
    assertThat(CoordinatorConfiguration.read(write(file), Map.of()).console())
        .contains(
            new ConsoleOptions(
                "0.0.0.0",
                5480,
                Optional.empty(),
                List.of("a.example"),
                7,
                Duration.ofMinutes(3),
                true));
    assertThatThrownBy(
            () ->
                CoordinatorConfiguration.read(
                    write(COORDINATOR + "console: {port: 5480, tls: {certificate: x, key: y}}"),
                    Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("console.tls.certificate");
  }

  @Test
  void readsTheExampleOfAnAgent() {
    AgentConfiguration read =
        AgentConfiguration.read(EXAMPLES.resolve("agent.example.yaml"), ENVIRONMENT);

    assertThat(read.agent().postgres().name()).isEqualTo("node1");
    assertThat(read.agent().host()).isEqualTo("127.0.0.1");
    assertThat(read.agent().port()).isEqualTo(5434);
    assertThat(read.agent().secret()).isEqualTo("the-shared-secret");
    assertThat(read.agent().compression()).isEqualTo(Compression.LZ4);
    assertThat(read.agent().postgres().tls().mode()).isEqualTo(TlsMode.PREFER);
    assertThat(read.agent().postgres().passwords().apply("alice")).contains("alice-password");
    assertThat(read.agent().postgres().passwords().apply("bob")).isEmpty();
    assertThat(read.agent().postgres().inbox().memory()).isEqualTo(64L << 20);
    assertThat(read.agent().postgres().inbox().directory()).isEqualTo(Path.of("/var/tmp"));
    assertThat(read.agent().postgres().metersUse()).isTrue();
    assertThat(read.shutdownTimeout()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void readsTheExampleOfACoordinator() {
    CoordinatorConfiguration read =
        CoordinatorConfiguration.read(EXAMPLES.resolve("coordinator.example.yaml"), ENVIRONMENT);

    assertThat(read.database()).isEqualTo("argosy");
    assertThat(read.administrator()).isEqualTo("argosy");
    assertThat(read.users().names()).containsExactly("alice", "argosy");
    assertThat(read.listener().port()).isEqualTo(5433);
    assertThat(read.nodes()).hasSize(2);
    assertThat(read.nodes().get(0)).isInstanceOf(NodeConfiguration.ByAgent.class);
    assertThat(read.nodes().get(1)).isInstanceOf(NodeConfiguration.ByUrl.class);
    assertThat(read.nodes().get(1).location()).isEqualTo("PostgreSQL at 127.0.0.1:5442");
  }

  @Test
  void readsTheFilesOfTheClusterInContainers() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/openssl")), "openssl is not installed here");
    Process secrets =
        new ProcessBuilder(EXAMPLES.resolve("secrets").toString(), directory.toString())
            .inheritIO()
            .start();
    assertThat(secrets.waitFor()).isZero();
    for (String name : List.of("agent_secret", "administrator_password")) {
      Files.copy(directory.resolve(name + ".txt"), directory.resolve(name));
    }

    CoordinatorConfiguration coordinator =
        CoordinatorConfiguration.read(inContainer("coordinator.yaml"), Map.of());

    assertThat(coordinator.nodes()).hasSize(3);
    for (int node = 1; node <= 3; node++) {
      AgentConfiguration agent =
          AgentConfiguration.read(inContainer("agent" + node + ".yaml"), Map.of());
      assertThat(coordinator.nodes().get(node - 1).name())
          .isEqualTo(agent.agent().postgres().name());
      assertThat(coordinator.nodes().get(node - 1).location())
          .isEqualTo("agent at agent" + node + ":" + agent.agent().port());
    }
  }

  /** A file of the cluster, with the secrets in this test's directory. */
  private Path inContainer(String name) throws IOException {
    String text = Files.readString(EXAMPLES.resolve("cluster").resolve(name));
    return write(text.replace("/run/secrets", directory.toString()));
  }

  @Test
  void showsNoSecret() {
    CoordinatorConfiguration coordinator =
        CoordinatorConfiguration.read(EXAMPLES.resolve("coordinator.example.yaml"), ENVIRONMENT);
    AgentConfiguration agent =
        AgentConfiguration.read(EXAMPLES.resolve("agent.example.yaml"), ENVIRONMENT);

    assertThat(coordinator.toString() + agent)
        .doesNotContain("the-shared-secret", "admin-password", "alice-password");
  }

  @Test
  void takesThePasswordFromAFileBesideTheDocument() throws IOException {
    AgentConfiguration read = AgentConfiguration.read(write(AGENT), Map.of());

    assertThat(read.agent().postgres().passwords().apply("alice")).contains("alice-password");
  }

  @Test
  void trustsOnlyThisMachine() throws IOException {
    Authenticator users = authenticator(write(COORDINATOR));

    assertThat(users.requirement("alice", "shop", new InetSocketAddress("127.0.0.1", 9)))
        .isInstanceOf(Authenticator.Requirement.Trust.class);
    assertThat(users.requirement("mallory", "shop", new InetSocketAddress("127.0.0.1", 9)))
        .isInstanceOf(Authenticator.Requirement.Impossible.class);
    InetSocketAddress elsewhere = new InetSocketAddress("192.0.2.1", 9);
    assertThatThrownBy(() -> users.requirement("alice", "shop", elsewhere))
        .hasMessageContaining("28000")
        .hasMessageContaining("alice");
  }

  @Test
  void takesAVerifierOfAPassword() throws IOException {
    String verifier =
        "SCRAM-SHA-256$4096:c2FsdHNhbHRzYWx0$"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    Path file = write(COORDINATOR.replace("alice: trust", "alice: {scram: \"" + verifier + "\"}"));

    assertThat(
            authenticator(file).requirement("alice", "shop", new InetSocketAddress("192.0.2.1", 9)))
        .isInstanceOf(Authenticator.Requirement.Password.class);
  }

  @Test
  void saltsAPasswordAsThoseOfOthersWhoAreNotListed() throws IOException {
    Path file = write(COORDINATOR.replace("alice: trust", "alice: {password: open}"));

    assertThat(
            authenticator(file).requirement("alice", "shop", new InetSocketAddress("192.0.2.1", 9)))
        .isInstanceOfSatisfying(
            Authenticator.Requirement.Password.class,
            password -> assertThat(password.verifier().salt()).isEqualTo(SALTS.of("alice")));
  }

  private static Authenticator authenticator(Path file) throws IOException {
    return CoordinatorConfiguration.read(file, Map.of())
        .users()
        .before(SALTS, user -> new Authenticator.Requirement.Impossible());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "port: 0              | port: 70000          | listen.port: must be a whole number from 0"
            + " to 65535",
        "port: 0              | port: '5434'         | listen.port: must be a whole number",
        "port: 0              | port: 1.5            | listen.port: must be a whole number",
        "name: node1          | nam: node1           | name: is missing",
        "name: node1          | name: 1              | name: must be a text; put it into quotes",
        "name: node1          | name: ''             | name: is empty",
        "port: 5432           | port: 5432, tsl: no  | line 8: not valid YAML",
        "host: db.example     | hosts: x             | postgres.host: is missing; write a text",
        "secret: the-shared-secret | secret_file: no.txt | secret_file: the file",
        "secret: the-shared-secret | secret_environment: UNSET | variable UNSET is not set",
        "secret: the-shared-secret | compression: lz4 | write one of secret, secret_file,"
            + " secret_environment",
        "secret: the-shared-secret | secret: 12345678 | secret: must be a text; put it into quotes",
        "password_file: alice.txt | password_file: ./ | password_file: the file",
      })
  void tellsAMistakeOfAnAgent(String right, String wrong, String message) throws IOException {
    Path file = write(AGENT.replace(right, wrong.replace("./", directory + "/none")));

    assertThatThrownBy(() -> AgentConfiguration.read(file, Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(message)
        .hasMessageNotContaining("12345678");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "alice: trust | alice: yes               | users.alice: must be a mapping",
        "alice: trust | alice: please            | users.alice: must be the word trust",
        "alice: trust | alice: {}                | users.alice: write one of password",
        "alice: trust | alice: {scram: x}        | users.alice.scram: not a SCRAM-SHA-256 verifier",
        "alice: trust | alice: {scram: x, password: y} | users.alice: write one of",
        "alice: trust | alice: {password: x, password_file: alice.txt} | write only one of",
        "database: shop | database: [shop]       | database: must be a text, not a mapping or a"
            + " list",
        "agent: one.example:5434 | agent: one.example | nodes[0].agent: must be of the form"
            + " host:port",
        "agent: one.example:5434 | url: one.example:1 | nodes[0].url: must be of the form jdbc",
        "agent: one.example:5434 | url: jdbc:postgresql://h:1/db | nodes[0].url: must be",
        "agent: one.example:5434 | url: jdbc:postgresql://h:1/?ssl=true | nodes[0].url: must be",
        "agent: one.example:5434 | url: jdbc:postgresql://h:1/ | nodes[0].secret: unknown name",
        "agent: one.example:5434 | compression: lz4 | nodes[0].agent: write agent (host:port of the"
            + " node's agent), url (jdbc:postgresql://host:port/), or both",
        "agent: one.example:5434 | {a: b, agent: c} | not valid YAML",
        "database: shop | data_base: shop         | database: is missing; write a text",
      })
  void tellsAMistakeOfACoordinator(String right, String wrong, String message) throws IOException {
    Path file = write(COORDINATOR.replace(right, wrong));

    assertThatThrownBy(() -> CoordinatorConfiguration.read(file, Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(message);
  }

  @Test
  void tellsWhatIsMissingForTls() throws IOException {
    Path file = write(COORDINATOR.replace("port: 5433", "port: 5433\n  tls: {key: alice.txt}"));

    assertThatThrownBy(() -> CoordinatorConfiguration.read(file, Map.of()))
        .hasMessageContaining("listen.tls.certificate: is missing; write a file's name");
  }

  @Test
  void refusesFilesThatAreNoKey() throws IOException {
    Path file =
        write(
            COORDINATOR.replace(
                "port: 5433", "port: 5433\n  tls: {key: alice.txt, certificate: alice.txt}"));

    assertThatThrownBy(() -> CoordinatorConfiguration.read(file, Map.of()))
        .hasMessageContaining("listen.tls: ", "alice.txt has no certificate in PEM");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tls: verify-full | postgres.authority: is missing",
        "tls: verify_full | postgres.tls: must be one of disable, prefer, require, verify-ca",
        "tls: require, authority: alice.txt | postgres.authority: is used with tls: verify-ca",
        "tls: require, certificate: alice.txt | postgres.key: is missing",
        "tls: disable, certificate: alice.txt, key: alice.txt | postgres.certificate: is not used",
        "tls: verify-ca, authority: alice.txt | postgres.tls: ",
      })
  void tellsAMistakeOfTheLinkToPostgres(String lines, String message) throws IOException {
    Path file =
        write(
            AGENT.replace(
                "  port: 5432\n", "  port: 5432\n  " + lines.replace(", ", "\n  ") + "\n"));

    assertThatThrownBy(() -> AgentConfiguration.read(file, Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesANameThatIsWrittenTwice() throws IOException {
    Path file = write(COORDINATOR + "database: other\n");

    assertThatThrownBy(() -> CoordinatorConfiguration.read(file, Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("line 12: this name is in its mapping already");
  }

  @Test
  void refusesTwoNodesOfOneName() throws IOException {
    Path file =
        write(COORDINATOR + "  - {name: node1, agent: 'two.example:5434', secret: another}\n");

    assertThatThrownBy(() -> CoordinatorConfiguration.read(file, Map.of()))
        .hasMessageContaining("nodes[1].name: another node has the name node1");
  }

  @Test
  void listsWhatCanBeWritten() throws IOException {
    Path file = write(COORDINATOR + "lissten: 1\n");

    assertThatThrownBy(() -> CoordinatorConfiguration.read(file, Map.of()))
        .hasMessageContaining("lissten: unknown name; what can be here: listen, database,");
  }

  @Test
  void refusesWhatIsNoFileOrNoMapping() throws IOException {
    Path missing = directory.resolve("missing.yaml");
    assertThatThrownBy(() -> AgentConfiguration.read(missing, Map.of()))
        .hasMessageContaining("missing.yaml: there is no such file");
    for (String text : List.of("", "just words\n", "- a\n- b\n")) {
      Path file = write(text);
      assertThatThrownBy(() -> AgentConfiguration.read(file, Map.of()))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("must hold a mapping");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "one.example:1,one.example,1",
    "[::1]:5434,::1,5434",
    "10.0.0.1:65535,10.0.0.1,65535"
  })
  void readsAddresses(String text, String host, int port) {
    assertThat(Address.parse(text)).contains(new ServerAddress(host, port));
    assertThat(Address.parseJdbc("jdbc:postgresql://" + text + "/"))
        .contains(new ServerAddress(host, port));
  }

  @Test
  void knowsThePortOfPostgres() {
    assertThat(Address.parseJdbc("jdbc:postgresql://db.example"))
        .contains(new ServerAddress("db.example", 5432));
  }

  @ParameterizedTest
  @CsvSource({
    "one.example",
    "one.example:0",
    "one.example:70000",
    "me@one.example:1",
    "a b:1",
    ":1"
  })
  void refusesOtherAddresses(String text) {
    assertThat(Address.parse(text)).isEmpty();
  }
}
