package io.argosy.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.node.SessionOptions;
import io.argosy.node.frame.SharedSecret;
import io.argosy.tests.process.ArgosyProcess;
import io.argosy.tests.process.Deployment;
import io.argosy.tests.process.ProcessUse;
import io.argosy.tests.process.Servers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mutated conversations with a coordinator and an agent. {@code -Dhostile.seed} makes them other
 * ones, {@code -Dhostile.messages} says how many mutated messages are sent.
 */
@Timeout(900)
class HostileInputTest {
  private static final Logger LOG = LoggerFactory.getLogger(HostileInputTest.class);
  private static final int NODES = 2;
  private static final String DATABASE = "argosy";

  /** Changes something that stays even where it is rolled back. */
  private static final String TRESPASS = "INSERT INTO trespass VALUES (nextval('trespasses'))";

  private static final long MEGABYTE = 1 << 20;

  /** A change is not to blame for what another seed would have found before. */
  private static final long SEED = 20_261_122;

  /** Which objects of a process there must not be more of than before. */
  private static final List<String> CONVERSATIONS =
      List.of(
          "io.argosy.coordinator.gateway.server.Connection",
          "io.argosy.coordinator.gateway.server.StartupHandler",
          "io.argosy.agent.server.AgentHandshake",
          "io.argosy.agent.server.AgentStream",
          "io.argosy.agent.server.DeliveryStream",
          "io.argosy.node.move.StoredInbox");

  @TempDir private static Path directory;
  private static Deployment deployment;
  private static List<Fuzzer> fuzzers;

  @BeforeAll
  static void start() throws IOException {
    deployment = new Deployment(directory, NODES);
    deployment.startCoordinator();
    deployment.ask("CREATE TABLE trespass (number bigint)");
    deployment.ask("CREATE SEQUENCE trespasses");
    deployment.ask("CREATE TABLE witness (id int PRIMARY KEY)");
    deployment.ask("SELECT create_distributed_table('witness', 'id')");
    deployment.ask("INSERT INTO witness SELECT generate_series(1, 100)");
    fuzzers = fuzzers(Long.getLong("hostile.seed", SEED));
  }

  private static List<Fuzzer> fuzzers(long seed) throws IOException {
    WirePort wire =
        new WirePort(URI.create(deployment.url().substring("jdbc:".length())).getPort());
    int agent = deployment.agentPort(0);
    SessionOptions options = new SessionOptions(DATABASE, "postgres", Map.of());
    return List.of(
        new Fuzzer(
            "a client without a password",
            wire,
            WireCorpus.TYPES,
            WireCorpus.ofIntruder("intruder", DATABASE, TRESPASS),
            seed),
        new Fuzzer(
            "a client", wire, WireCorpus.TYPES, WireCorpus.ofUser("postgres", DATABASE), seed),
        new Fuzzer(
            "a peer without the secret",
            new AgentPort(agent, Optional.empty()),
            AgentCorpus.TYPES,
            AgentCorpus.ofIntruder(options, TRESPASS),
            seed),
        new Fuzzer(
            "a peer",
            new AgentPort(agent, Optional.of(new SharedSecret(Deployment.SECRET))),
            AgentCorpus.TYPES,
            AgentCorpus.ofPeer(options, agent),
            seed));
  }

  @AfterAll
  static void stop() {
    if (deployment != null) {
      deployment.close();
      expectNoBugs(deployment.coordinator());
      expectNoBugs(deployment.agent(0));
    }
  }

  /** What a peer sends is its own mistake, and no reason for an error in the log. */
  private static void expectNoBugs(ArgosyProcess process) {
    assertThat(process.errors().lines())
        .noneMatch(line -> line.contains(" ERROR ") || line.contains("Exception in thread"));
  }

  @Test
  void nobodyIsHurt() throws InterruptedException {
    run(5_000, Duration.ofSeconds(60));
  }

  @Test
  @Tag("slow")
  void nobodyIsHurtByAMillion() throws InterruptedException {
    run(Long.getLong("hostile.messages", 1_000_000), Duration.ofMinutes(8));
  }

  /** Four kinds of senders, a quarter of the messages each, in ten rounds. */
  private static void run(long messages, Duration limit) throws InterruptedException {
    int rounds = 10;
    long perRound = messages / fuzzers.size() / rounds;
    Duration turn = limit.dividedBy((long) fuzzers.size() * rounds);
    long sentBefore = sent();
    round(perRound, turn);
    ProcessUse coordinator = settled(deployment.coordinator().id());
    ProcessUse agent = settled(deployment.agent(0).id());
    for (int i = 1; i < rounds; i++) {
      round(perRound, turn);
    }
    for (Fuzzer fuzzer : fuzzers) {
      LOG.info("{}", fuzzer);
    }
    expectNoMore("coordinator", coordinator, deployment.coordinator().id());
    expectNoMore("agent", agent, deployment.agent(0).id());
    assertThat(sent() - sentBefore).as("mutated messages").isGreaterThanOrEqualTo(messages / 2);
  }

  private static long sent() {
    return fuzzers.stream().mapToLong(Fuzzer::changed).sum();
  }

  private static void round(long messages, Duration turn) throws InterruptedException {
    for (Fuzzer fuzzer : fuzzers) {
      fuzzer.send(messages, turn);
      expectService();
    }
  }

  /** Who behaves is served, and nobody else was served. */
  private static void expectService() {
    assertThat(deployment.coordinator().isAlive()).isTrue();
    assertThat(deployment.agent(0).isAlive()).isTrue();
    try {
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () ->
                  assertThat(Servers.ask(deployment.url(), "SELECT sum(id) FROM witness"))
                      .containsExactly("5050"));
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(deployment.stacks(), e);
    }
    for (int node = 0; node < NODES; node++) {
      assertThat(
              deployment
                  .servers()
                  .ask(node, "SELECT is_called OR EXISTS (SELECT FROM trespass) FROM trespasses"))
          .as("trespasses on node " + node)
          .containsExactly("f");
    }
  }

  /** What a process holds when nothing runs in it any more. */
  private static ProcessUse settled(long process) {
    deployment.expectNothingLeft();
    return ProcessUse.of(process);
  }

  private static void expectNoMore(String name, ProcessUse before, long process) {
    deployment.expectNothingLeft();
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> {
              ProcessUse now = ProcessUse.of(process);
              LOG.info("{}: {}; before {}", name, now, before);
              assertThat(now.heapBytes())
                  .as("heap of the " + name)
                  .isLessThan(before.heapBytes() + 32 * MEGABYTE);
              assertThat(now.threads())
                  .as("threads of the " + name)
                  .isLessThanOrEqualTo(before.threads() + 8);
              assertThat(now.descriptors())
                  .as("descriptors of the " + name)
                  .isLessThanOrEqualTo(before.descriptors() + 32);
              for (String conversation : CONVERSATIONS) {
                assertThat(now.living(conversation))
                    .as(conversation)
                    .isLessThanOrEqualTo(before.living(conversation) + 2);
              }
              assertThat(now.living("java.lang.VirtualThread"))
                  .as("virtual threads of the " + name)
                  .isLessThanOrEqualTo(before.living("java.lang.VirtualThread") + 16);
            });
  }
}
