package io.argosy.coordinator.resource;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a statement has used, and where its time went.
 *
 * @param uses by steps and nodes: in the order in which the steps began, then of the nodes' names
 * @param requests one by one, in the order in which they were sent; of very many the first
 * @param begin when it began, in nanoseconds, as the requests tell times
 * @param path the requests that made it take as long as it did, after planning
 * @param time where its time went
 * @param bottleneck what limits it; empty where it took no time
 */
public record ResourceReport(
    List<StepUse> uses,
    List<NodeRequest> requests,
    long begin,
    List<CriticalPath.Section> path,
    TimeShares time,
    Optional<Bottleneck> bottleneck) {
  /** Of a part of a statement that begins when it has been planned. */
  public static ResourceReport ofExecution(RequestLedger ledger, long begin, long end) {
    return of(ledger, begin, begin, end, 0);
  }

  /**
   * Of a whole statement, planning too.
   *
   * @param planned nanoseconds from its start until it was planned
   * @param end nanoseconds from its start to its end
   * @param paused for how many of them nodes and coordinator waited for its client
   */
  public static ResourceReport of(RequestLedger ledger, long planned, long end, long paused) {
    return of(ledger, 0, planned, end, paused);
  }

  private static ResourceReport of(
      RequestLedger ledger, long begin, long planned, long end, long paused) {
    List<NodeRequest> requests =
        ledger.requests().stream()
            .filter(request -> request.begin() >= begin && request.end() <= end)
            .sorted(Comparator.comparing(NodeRequest::begin))
            .toList();
    boolean all = ledger.count() <= RequestLedger.KEPT;
    // What nodes did behind the requests that are kept is not known.
    long known =
        all
            ? end
            : Math.max(planned, requests.stream().mapToLong(NodeRequest::end).max().orElse(end));
    List<CriticalPath.Section> path = CriticalPath.of(requests, planned, known);
    TimeShares time = TimeShares.of(path, planned - begin, end - known, paused);
    return new ResourceReport(
        all ? uses(requests) : ledger.steps(), requests, begin, path, time, Bottleneck.of(time));
  }

  private static List<StepUse> uses(List<NodeRequest> requests) {
    RequestLedger sums = new RequestLedger();
    requests.forEach(sums::add);
    return sums.steps();
  }
}
