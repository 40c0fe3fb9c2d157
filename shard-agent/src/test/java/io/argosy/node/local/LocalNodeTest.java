package io.argosy.node.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argosy.agent.testing.PostgresServer;
import io.argosy.node.MachineSamples;
import io.argosy.node.Node;
import io.argosy.node.NodeContract;
import io.argosy.node.NodeSession;
import io.argosy.node.ReadFrom;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.SessionOptions;
import io.argosy.node.TextResult;
import io.argosy.protocol.client.ServerAddress;
import io.argosy.protocol.message.PostgresException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalNodeTest extends NodeContract {
  private final LocalNode node =
      new LocalNode(EngineConfig.of("local-1", "127.0.0.1", PostgresServer.port()));

  @Override
  public Node node() {
    return node;
  }

  @AfterEach
  void nothingIsLeaked() {
    assertThat(node.leased()).isZero();
    node.close();
  }

  private static final Path OWN_PROCESS = Path.of("/proc/self/stat");

  @Test
  void aServerOfThisMachineIsSampled() {
    assumeTrue(Files.isReadable(OWN_PROCESS), "only Linux has these files");
    assertThat(node.samples(Instant.EPOCH, 10)).isEmpty();
    node.open(options(Map.of())).close();
    await().until(() -> node.samples(Instant.EPOCH, 10).orElseThrow().samples().size() >= 2);
    MachineSamples samples = node.samples(Instant.EPOCH, 10).orElseThrow();
    assertThat(samples.ahead().abs()).isLessThan(Duration.ofSeconds(1));
    assertThat(node.samples(samples.samples().getFirst().at(), 10).orElseThrow().samples())
        .doesNotContain(samples.samples().getFirst());
  }

  @Test
  void oneThatIsNotToBeIsNotSampled() {
    try (LocalNode off =
        new LocalNode(EngineConfig.of("off", "127.0.0.1", PostgresServer.port()), false)) {
      off.open(options(Map.of())).close();
      assertThat(off.samples(Instant.EPOCH, 10)).isEmpty();
    }
  }

  /** It listens here and answers for a server, as a tunnel does. */
  @Test
  void aServerThatIsNotSeenHereIsNotSampled() {
    assumeTrue(Files.isReadable(OWN_PROCESS), "only Linux has these files");
    List<ServerAddress> here = List.of(new ServerAddress("127.0.0.1", PostgresServer.port()));
    List<ServerAddress> alsoElsewhere =
        List.of(here.getFirst(), new ServerAddress("192.0.2.1", PostgresServer.port()));
    SessionOptions options = options(Map.of());
    SessionOptions others = new SessionOptions("postgres", "somebody", Map.of());
    try (Engine engine = new Engine(EngineConfig.of("local-1", here));
        Lease lease = engine.lease(options)) {
      assertThat(isSampled(here, lease.processId(), options)).isTrue();
      assertThat(isSampled(here, lease.processId(), others)).isFalse();
      assertThat(isSampled(here, Math.toIntExact(ProcessHandle.current().pid()), options))
          .isFalse();
      assertThat(isSampled(here, Integer.MAX_VALUE, options)).isFalse();
      assertThat(isSampled(alsoElsewhere, lease.processId(), options)).isFalse();
    }
  }

  private static boolean isSampled(
      List<ServerAddress> servers, int process, SessionOptions options) {
    try (OwnMachine machine = new OwnMachine(servers, true)) {
      machine.see(process, options);
      return machine.samples(Instant.EPOCH, 1).isPresent();
    }
  }

  @Test
  void aFullPoolIsAnErrorWithAHint() {
    EngineConfig config =
        EngineConfig.of("small", "127.0.0.1", PostgresServer.port())
            .withMaxConnections(1, Duration.ofMillis(50));
    SessionOptions options = options(Map.of());
    try (LocalNode small = new LocalNode(config)) {
      try (NodeSession held = small.open(options)) {
        assertThat(held.transactionStatus()).isEqualTo('I');
        assertThatThrownBy(() -> small.open(options))
            .isInstanceOfSatisfying(
                PostgresException.class,
                e -> {
                  assertThat(e.error().sqlState()).isEqualTo("53300");
                  assertThat(e.error().fields()).containsKey('H');
                });
      }
      // An idle backend of one database makes room for another's.
      try (NodeSession other = small.open(new SessionOptions("template1", "postgres", Map.of()))) {
        assertThat(TextResult.run(other, "SELECT current_database()").single())
            .isEqualTo("template1");
      }
    }
  }

  /** The server counts a backend until it has dropped its temporary tables and ended. */
  @Test
  void aRoleWithALimitDoesNotMeetItsOwnBackendsThatEnd() {
    try (NodeSession administrator = node.open(options(Map.of()))) {
      TextResult.run(administrator, "CREATE ROLE limited LOGIN CONNECTION LIMIT 1");
      try {
        for (String incarnation : List.of("1", "2", "3")) {
          try (NodeSession session = node.open(limited(incarnation))) {
            TextResult.run(
                session,
                "DO $$BEGIN FOR i IN 1..200 LOOP"
                    + " EXECUTE format('CREATE TEMPORARY TABLE t%s (c text)', i);"
                    + " END LOOP; END$$");
          }
        }
        node.open(limited("4")).close();
      } finally {
        TextResult.run(administrator, "DROP ROLE limited");
      }
    }
  }

  private static SessionOptions limited(String incarnation) {
    return new SessionOptions(
        "postgres",
        "limited",
        incarnation,
        Map.of(),
        SessionOptions.DEFAULT_INLINE,
        ReadFrom.PRIMARY);
  }

  /** Backends that come back go to whoever waits, also while others wait for what cannot be. */
  @Test
  void nobodyWaitsBesideAnIdleBackend() throws Exception {
    EngineConfig config =
        EngineConfig.of("small", "127.0.0.1", PostgresServer.port())
            .withMaxConnections(2, Duration.ofSeconds(60));
    SessionOptions impossible = new SessionOptions("no such database", "postgres", Map.of());
    SessionOptions possible = new SessionOptions("template1", "postgres", Map.of());
    try (LocalNode small = new LocalNode(config);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<NodeSession> held =
          List.of(small.open(options(Map.of())), small.open(options(Map.of())));
      List<Future<NodeSession>> refused = new ArrayList<>();
      for (int i = 1; i <= 3; i++) {
        refused.add(threads.submit(() -> small.open(impossible)));
      }
      awaitWaiting(small, 3);
      Future<NodeSession> served = threads.submit(() -> small.open(possible));
      awaitWaiting(small, 4);

      held.forEach(NodeSession::close);

      try (NodeSession session = served.get(10, TimeUnit.SECONDS)) {
        assertThat(session.transactionStatus()).isEqualTo('I');
      }
      for (Future<NodeSession> refusal : refused) {
        assertThatThrownBy(() -> refusal.get(10, TimeUnit.SECONDS))
            .hasCauseInstanceOf(PostgresException.class)
            .hasMessageContaining("no such database");
      }
      assertThat(small.poolUse().leased()).isZero();
    }
  }

  @Test
  void whoWaitsWhenItIsClosedIsTold() throws Exception {
    EngineConfig config =
        EngineConfig.of("small", "127.0.0.1", PostgresServer.port())
            .withMaxConnections(1, Duration.ofSeconds(60));
    LocalNode small = new LocalNode(config);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      NodeSession held = small.open(options(Map.of()));
      List<Future<NodeSession>> waiting = new ArrayList<>();
      for (int i = 1; i <= 2; i++) {
        waiting.add(threads.submit(() -> small.open(options(Map.of()))));
      }
      awaitWaiting(small, 2);

      small.close();

      for (Future<NodeSession> one : waiting) {
        assertThatThrownBy(() -> one.get(10, TimeUnit.SECONDS))
            .hasCauseInstanceOf(PostgresException.class)
            .hasMessageContaining("were closed");
      }
      held.close();
    }
  }

  private static void awaitWaiting(LocalNode node, int waiting) {
    await().untilAsserted(() -> assertThat(node.poolUse().waiting()).isEqualTo(waiting));
  }

  @Test
  void anUnreachableServerIsNamed() {
    try (LocalNode gone = new LocalNode(EngineConfig.of("gone", "127.0.0.1", 1))) {
      assertThatThrownBy(() -> gone.open(options(Map.of())))
          .isInstanceOfSatisfying(
              PostgresException.class,
              e -> {
                assertThat(e.error().sqlState()).isEqualTo("08006");
                assertThat(e.error().message()).contains("gone");
              });
    }
  }

  @Test
  void aReaderMustFinishARequestBeforeTheNext() {
    try (NodeSession session = node.open(options(Map.of()));
        Result open = session.execute(new Request.Simple("SELECT 1"))) {
      assertThat(open.rawBytes()).isZero();
      assertThatThrownBy(() -> session.execute(new Request.Simple("SELECT 2")))
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
