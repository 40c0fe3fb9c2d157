package io.argosy.tests.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argosy.tests.process.CountedStatements;
import io.argosy.tests.process.Deployment;
import io.argosy.tests.process.Servers;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.oltp.BankTables;
import io.argosy.tpcd.oltp.LoadClients;
import io.argosy.tpcd.oltp.ProcessGroup;
import io.argosy.tpcd.oltp.QueryMode;
import io.argosy.tpcd.oltp.Until;
import io.argosy.tpcd.oltp.Workload;
import io.argosy.tpcd.oltp.WorkloadKind;
import io.argosy.tpcd.run.TimedAnswer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The processor time of coordinator, agents and PostgreSQL for a short statement is not much more
 * than it was: {@code src/test/resources/load/processor-time.csv} has what it was, which {@code
 * -Dprocessor.update=true} records anew. What coordinator and agents take is measured by what the
 * nodes' PostgreSQL takes for the same statements at the same time, and not by one PostgreSQL
 * alone: that one is never interrupted, and does not become slower with caches that others fill and
 * processes that wake each other. On one machine, coordinator and agents took 19 and 15 times its
 * time on two processors, and 36 and 39 times on one of them; by the nodes' PostgreSQL they took
 * 2.0 and 1.7 times, and 1.9 and 2.0. What that itself takes is measured roughly, and the
 * statements that it executes are counted. The coordinator and the agents are compiled by the first
 * compiler only, as in all tests: they take more than they do elsewhere, and sooner the same.
 */
@Isolated("what it measures needs the whole machine")
@Timeout(240)
class ProcessorTimeTest {
  private static final Path RECORDED = Path.of("src/test/resources/load/processor-time.csv");
  private static final Path MEASURED = Path.of("target/processor-time.csv");

  private static final double BOUND = 1.5;

  /** For what is measured by one PostgreSQL alone. */
  private static final double ROUGH_BOUND = 3;

  /** For what is counted; the nodes are asked for other things meanwhile, too. */
  private static final double COUNT_BOUND = 1.1;

  private static final int NODES = 2;
  private static final int CLIENTS = 8;
  private static final int SCALE = 1;
  private static final int ROUNDS = 5;

  /** The system counts in hundredths of a second, and one PostgreSQL needs few for a statement. */
  private static final int MORE_ON_POSTGRES = 16;

  /**
   * What is measured.
   *
   * @param warmUp how many each client executes before
   * @param transactions how many each client executes in a round
   */
  private record Load(String name, Workload workload, int warmUp, int transactions) {}

  private static final List<Load> LOADS =
      List.of(
          new Load("read", new Workload(WorkloadKind.SELECT, QueryMode.PREPARED), 500, 300),
          new Load("read by text", new Workload(WorkloadKind.SELECT, QueryMode.LITERAL), 500, 300),
          new Load("update", new Workload(WorkloadKind.UPDATE, QueryMode.PREPARED), 300, 150));

  /** Microseconds for a statement, in one round, and what the servers execute for one. */
  private record Round(
      double alone, double coordinator, double agents, double servers, double statements) {}

  @Test
  void shortStatementsTakeNoMoreThanTheyDid(@TempDir Path directory) throws Exception {
    assumeTrue(
        new ProcessGroup(List.of(ProcessHandle.current().pid())).isKnown(),
        "only Linux tells what processes use");
    try (Deployment deployment =
            new Deployment(directory.resolve("cluster"), NODES, CountedStatements.SETTINGS);
        Servers alone = Servers.start(directory.resolve("alone"), 1, Map.of())) {
      deployment.startCoordinator();
      String url = "jdbc:postgresql://127.0.0.1:" + alone.port(0) + "/argosy?user=postgres";
      List<ProcessorShare> shares = measure(deployment, alone, url);
      RecordedRatios.write(MEASURED, shares);
      if (Boolean.getBoolean("processor.update")) {
        RecordedRatios.record(
            RECORDED,
            shares,
            LocalDate.now(ZoneOffset.UTC),
            deployment.ask("SHOW argosy.version").getFirst());
      }
      assertThat(RecordedRatios.read(RECORDED).complaints(shares))
          .as("%s has all of them", MEASURED)
          .isEmpty();
    }
  }

  private static List<ProcessorShare> measure(Deployment deployment, Servers alone, String url)
      throws Exception {
    List<Workload> workloads = LOADS.stream().map(Load::workload).toList();
    withoutAutovacuum(alone);
    withoutAutovacuum(deployment.servers());
    CountedStatements statements = new CountedStatements(deployment.servers());
    for (String server : List.of(url, deployment.url())) {
      new BankTables(server, SCALE, workloads).ensure(false, LoadProgress.NONE);
    }
    List<ProcessGroup> single = List.of(new ProcessGroup(List.of(postmaster(alone, 0))));
    List<ProcessGroup> cluster =
        List.of(
            new ProcessGroup(List.of(deployment.coordinator().id())),
            new ProcessGroup(
                IntStream.range(0, NODES).mapToObj(node -> deployment.agent(node).id()).toList()),
            new ProcessGroup(
                List.of(postmaster(deployment.servers(), 0), postmaster(deployment.servers(), 1))));
    List<List<Round>> rounds = LOADS.stream().<List<Round>>map(load -> new ArrayList<>()).toList();
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < LOADS.size(); i++) {
        Load load = LOADS.get(i);
        int warmUp = round == 0 ? load.warmUp() : 1;
        int more = load.transactions() * MORE_ON_POSTGRES;
        double own = use(url, load, warmUp, more, single, () -> {}).getFirst();
        List<Double> parts =
            use(deployment.url(), load, warmUp, load.transactions(), cluster, statements::reset);
        double counted = (double) statements.count() / (CLIENTS * load.transactions());
        rounds.get(i).add(new Round(own, parts.get(0), parts.get(1), parts.get(2), counted));
      }
    }
    return IntStream.range(0, LOADS.size())
        .boxed()
        .flatMap(i -> shares(LOADS.get(i).name(), rounds.get(i)))
        .toList();
  }

  /** Vacuum comes when it likes. */
  private static void withoutAutovacuum(Servers servers) {
    for (int server = 0; server < servers.count(); server++) {
      servers.ask(server, "ALTER SYSTEM SET autovacuum = off");
      servers.ask(server, "SELECT pg_reload_conf()");
    }
  }

  private static long postmaster(Servers servers, int server) throws IOException {
    return ProcessGroup.ofPostgres(Path.of(servers.ask(server, "SHOW data_directory").getFirst()))
        .roots()
        .getFirst();
  }

  /** Microseconds of groups of processes for a statement, from something on. */
  private static List<Double> use(
      String url,
      Load load,
      int warmUp,
      int transactions,
      List<ProcessGroup> processes,
      Runnable begin)
      throws SQLException, InterruptedException {
    try (LoadClients clients = LoadClients.connect(url, load.workload(), SCALE, CLIENTS)) {
      clients.run(Until.transactions(warmUp), List.of());
      begin.run();
      return clients.run(Until.transactions(transactions), processes).processorSeconds().stream()
          .map(seconds -> seconds * 1e6)
          .toList();
    }
  }

  private static Stream<ProcessorShare> shares(String what, List<Round> rounds) {
    ToDoubleFunction<Round> alone = Round::alone;
    ToDoubleFunction<Round> servers = Round::servers;
    return Stream.of(
        share(what, "PostgreSQL alone", rounds, alone, alone, BOUND),
        share(what, "PostgreSQL of the nodes", rounds, servers, alone, ROUGH_BOUND),
        share(what, "coordinator", rounds, Round::coordinator, servers, BOUND),
        share(what, "agents", rounds, Round::agents, servers, BOUND),
        share(what, "statements of the nodes", rounds, Round::statements, all -> 1, COUNT_BOUND));
  }

  private static ProcessorShare share(
      String what,
      String where,
      List<Round> rounds,
      ToDoubleFunction<Round> part,
      ToDoubleFunction<Round> yardstick,
      double bound) {
    return new ProcessorShare(
        what,
        where,
        median(rounds, part),
        median(rounds, round -> part.applyAsDouble(round) / yardstick.applyAsDouble(round)),
        bound);
  }

  private static double median(List<Round> rounds, ToDoubleFunction<Round> value) {
    return TimedAnswer.median(rounds.stream().mapToDouble(value).toArray());
  }
}
