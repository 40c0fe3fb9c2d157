package io.argosy.tpcd.oltp;

import io.argosy.tpcd.data.LoadProgress;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs workloads on several servers in turn, so that whatever else the machine does meanwhile hits
 * all alike. Used by one thread.
 *
 * @param workloads in the order in which they are run
 * @param clients the numbers of clients to run each with
 * @param scale that of the tables, which are there
 */
public record OltpBenchmark(
    List<TestedServer> servers,
    List<Workload> workloads,
    List<Integer> clients,
    int scale,
    Lengths lengths) {
  public OltpBenchmark {
    servers = List.copyOf(servers);
    workloads = List.copyOf(workloads);
    clients = List.copyOf(clients);
  }

  /**
   * How much there is of what.
   *
   * @param rounds of how many measurements the median counts
   * @param warmUpSeconds how long clients run before each measurement, on the same connections
   * @param seconds how long each measurement is
   */
  public record Lengths(int rounds, double warmUpSeconds, double seconds) {}

  /** A workload on a server, under measurement. */
  private static final class Series {
    final TestedServer server;
    final List<Measurement> rounds = new ArrayList<>();
    Optional<String> failure = Optional.empty();

    Series(TestedServer server) {
      this.server = server;
    }

    ServerOutcome outcome() {
      return new ServerOutcome(server.name(), failure.isPresent() ? List.of() : rounds, failure);
    }
  }

  private record Compared(Workload workload, int clients, List<Series> series) {}

  /**
   * Measures everything once in each round. What a server fails at is an outcome, and not tried
   * again.
   *
   * @param progress told of the measurements
   * @return for each workload one for each number of clients
   */
  public List<Comparison> run(LoadProgress progress) throws InterruptedException {
    List<Compared> all = new ArrayList<>();
    for (Workload workload : workloads) {
      for (int count : clients) {
        all.add(
            new Compared(
                workload,
                count,
                servers.stream()
                    .filter(server -> server.runs(workload))
                    .map(Series::new)
                    .toList()));
      }
    }
    long total =
        (long) lengths.rounds() * all.stream().mapToInt(each -> each.series().size()).sum();
    long done = 0;
    for (int round = 0; round < lengths.rounds(); round++) {
      for (Compared compared : all) {
        int count = compared.series().size();
        for (int i = 0; i < count; i++) {
          // So that none of them always comes behind the same.
          Series series = compared.series().get((i + round) % count);
          progress.report(
              "%s on %s, %d clients"
                  .formatted(compared.workload(), series.server.name(), compared.clients()),
              done++,
              total);
          if (series.failure.isEmpty()) {
            measure(compared, series);
          }
        }
      }
    }
    progress.report("measured", total, total);
    return all.stream()
        .map(
            each ->
                new Comparison(
                    each.workload(),
                    each.clients(),
                    each.series().stream().map(Series::outcome).toList()))
        .toList();
  }

  private void measure(Compared compared, Series series) throws InterruptedException {
    try (LoadClients load =
        LoadClients.connect(series.server.url(), compared.workload(), scale, compared.clients())) {
      load.run(Until.seconds(lengths.warmUpSeconds()), List.of());
      series.rounds.add(load.run(Until.seconds(lengths.seconds()), series.server.groups()));
    } catch (SQLException e) {
      series.failure = Optional.of(describe(e));
    }
  }

  /** In a line. */
  private static String describe(SQLException failure) {
    SQLException reason =
        failure instanceof BatchUpdateException && failure.getNextException() != null
            ? failure.getNextException()
            : failure;
    String state = reason.getSQLState() == null ? "" : reason.getSQLState() + " ";
    return state + String.valueOf(reason.getMessage()).lines().findFirst().orElse("");
  }
}
