package io.argosy.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.tests.process.Deployment;
import io.argosy.tests.process.ProcessUse;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two hundred clients, agents that are killed or stopped and started again, and clients that
 * vanish, alone or with the process that they are in: {@code -Dsoak.seconds} says for how long
 * (75), {@code -Dsoak.seed} which in which order.
 */
@Tag("slow")
@Tag("long")
@Isolated("what it measures needs the whole machine")
class SoakTest {
  private static final Logger LOG = LoggerFactory.getLogger(SoakTest.class);
  private static final int NODES = 2;
  private static final int CLIENTS = 200;

  /** Of the clients, those that are in other processes than this one. */
  private static final int PROCESSES = 4;

  private static final int CLIENTS_OF_PROCESS = 10;
  private static final Duration DURATION = Duration.ofSeconds(Long.getLong("soak.seconds", 75));

  private static final long AGENT_EVERY = Duration.ofSeconds(12).toNanos();
  private static final long PROCESS_EVERY = Duration.ofSeconds(5).toNanos();

  /** Of the numbers of rows, as many as clients of one process will never need. */
  private static final long NUMBERS = 1_000_000_000;

  private static final long MEGABYTE = 1 << 20;

  /** What the coordinator has one of for every client, statement or transaction. */
  private static final List<String> OF_CLIENTS =
      List.of(
          "io.argosy.coordinator.gateway.server.Connection",
          "io.argosy.coordinator.session.QuerySession",
          "io.argosy.coordinator.session.backend.Backends");

  private final long seed = Long.getLong("soak.seed", System.nanoTime());
  private final CountedOutcomes outcomes = new CountedOutcomes();
  private final CountedOutcomes outcomesOfProcesses = new CountedOutcomes();
  private final List<ClientProcess> processes = new ArrayList<>();
  private int agentsEnded;
  private int clientsCut;
  private int processesStarted;
  private int processesKilled;

  @Test
  void everyStatementEndsWellAndNothingIsLeft(@TempDir Path directory) throws Exception {
    try (Deployment deployment = new Deployment(directory, NODES, 2 * CLIENTS)) {
      deployment.startCoordinator();
      Tables.CREATE.forEach(deployment::ask);
      ProcessUse before = ProcessUse.of(deployment.coordinator().id());
      try (Clients clients =
          new Clients(
              CLIENTS - PROCESSES * CLIENTS_OF_PROCESS,
              () -> patient(deployment.url()),
              seed,
              NUMBERS,
              outcomes)) {
        for (int i = 0; i < PROCESSES; i++) {
          processes.add(started(deployment));
        }
        try {
          disturb(deployment, clients);
        } finally {
          stop(deployment, clients);
          LOG.info(
              "{} agents ended, {} clients cut, {} processes of {} clients killed,"
                  + " -Dsoak.seed={}{}\nOf clients in processes:{}",
              agentsEnded,
              clientsCut,
              processesKilled,
              CLIENTS_OF_PROCESS,
              seed,
              outcomes,
              outcomesOfProcesses);
        }
      }
      assertThat(wrong()).as("with -Dsoak.seed=" + seed).isEmpty();
      assertThat(outcomes.right()).isGreaterThan(CLIENTS);
      assertThat(outcomesOfProcesses.right()).isPositive();
      expectNothingLeft(deployment, before);
    }
  }

  /** So that who waits for ever is seen while it waits. */
  private static String patient(String url) {
    return url + "&socketTimeout=" + 2 * Clients.PATIENCE.toSeconds();
  }

  private ClientProcess started(Deployment deployment) throws IOException {
    processesStarted++;
    return ClientProcess.start(
        CLIENTS_OF_PROCESS,
        patient(deployment.url()),
        // Not those of the clients of this process.
        ~seed - processesStarted,
        NUMBERS * (1 + processesStarted),
        outcomesOfProcesses);
  }

  private void disturb(Deployment deployment, Clients clients)
      throws IOException, SQLException, InterruptedException {
    Random random = new Random(seed);
    long end = System.nanoTime() + DURATION.toNanos();
    long nextAgent = System.nanoTime() + AGENT_EVERY;
    long nextProcess = System.nanoTime() + PROCESS_EVERY;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(Duration.ofMillis(200 + random.nextInt(400)).toNanos());
      clients.any(random).cut();
      clientsCut++;
      if (System.nanoTime() > nextProcess) {
        int place = random.nextInt(PROCESSES);
        processes.get(place).kill();
        processes.set(place, started(deployment));
        processesKilled++;
        nextProcess = System.nanoTime() + PROCESS_EVERY;
      }
      if (System.nanoTime() > nextAgent) {
        int node = random.nextInt(NODES);
        if (random.nextBoolean()) {
          deployment.agent(node).kill();
        } else {
          deployment.agent(node).terminate();
          deployment.agent(node).awaitExit();
        }
        deployment.startAgent(node);
        agentsEnded++;
        nextAgent = System.nanoTime() + AGENT_EVERY;
      }
      expectProgress(deployment, clients);
    }
  }

  /** Nobody waits for ever; where somebody does, the stacks say what for. */
  private void expectProgress(Deployment deployment, Clients clients) {
    assertThat(deployment.coordinator().isAlive()).as("the coordinator lives").isTrue();
    List<Client> stuck = clients.stuck();
    if (!stuck.isEmpty() || !wrong().isEmpty()) {
      throw new AssertionError(
          "stuck: %s, wrong: %s, with -Dsoak.seed=%d%n%s"
              .formatted(stuck, wrong(), seed, stacks(deployment, stuck)));
    }
  }

  private List<String> wrong() {
    return Stream.of(outcomes, outcomesOfProcesses).flatMap(of -> of.wrong().stream()).toList();
  }

  private static String stacks(Deployment deployment, List<Client> stuck) {
    if (stuck.isEmpty()) {
      return "";
    }
    return deployment.stacks();
  }

  private void stop(Deployment deployment, Clients clients)
      throws IOException, InterruptedException {
    List<Client> left = clients.stop();
    if (!left.isEmpty()) {
      outcomes.wrong("do not end: " + left);
      LOG.error("{}", stacks(deployment, left));
    }
    for (ClientProcess process : processes) {
      process.stop();
    }
  }

  private static void expectNothingLeft(Deployment deployment, ProcessUse before) {
    deployment.expectNothingLeft();
    assertThat(deployment.ask("SELECT sum(balance) FROM accounts"))
        .containsExactly(Long.toString(Tables.BALANCES));
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              assertThat(deployment.ask("SELECT gid FROM argosy.transactions")).isEmpty();
              for (int node = 0; node < NODES; node++) {
                assertThat(deployment.servers().ask(node, "SELECT gid FROM pg_prepared_xacts"))
                    .isEmpty();
                assertThat(
                        deployment
                            .servers()
                            .ask(
                                node,
                                "SELECT relname FROM pg_class"
                                    + " WHERE relnamespace = 'argosy_stage'::regnamespace"))
                    .isEmpty();
              }
            });
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofSeconds(2))
        .untilAsserted(
            () -> {
              ProcessUse now = ProcessUse.of(deployment.coordinator().id());
              LOG.info("coordinator: {}; before {}", now, before);
              assertThat(now.heapBytes()).isLessThan(before.heapBytes() + 64 * MEGABYTE);
              assertThat(now.threads()).isLessThanOrEqualTo(before.threads() + 8);
              assertThat(now.descriptors()).isLessThanOrEqualTo(before.descriptors() + 8);
              for (String each : OF_CLIENTS) {
                assertThat(now.living(each)).as(each).isLessThanOrEqualTo(before.living(each) + 1);
              }
              assertThat(now.living("java.lang.VirtualThread"))
                  .isLessThanOrEqualTo(before.living("java.lang.VirtualThread") + 8);
            });
    for (int node = 0; node < NODES; node++) {
      ProcessUse agent = ProcessUse.of(deployment.agent(node).id());
      LOG.info("agent {}: {}", node, agent);
      assertThat(agent.living("io.argosy.node.local.Lease")).isLessThanOrEqualTo(2);
      assertThat(agent.living("io.argosy.node.move.StoredInbox")).isZero();
      // One for each backend that is kept for the next statements.
      assertThat(agent.descriptors())
          .isLessThan(before.descriptors() + deployment.servers().connections(node).size() + 16);
    }
  }
}
