package io.argosy.coordinator.transaction.deadlock;

import io.argosy.coordinator.transaction.deadlock.Party.Backend;
import io.argosy.coordinator.transaction.deadlock.Party.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Which transaction waits for which, and on which node. */
final class WaitForGraph {
  private final Collection<Wait> waits;
  private final Map<Backend, Transaction> owners;

  /**
   * @param owners the transactions over several nodes that backends work for
   */
  WaitForGraph(Collection<Wait> waits, Map<Backend, Transaction> owners) {
    this.waits = waits;
    this.owners = owners;
  }

  private Party waiter(Wait wait) {
    return party(wait.waiting());
  }

  private Party blocker(Wait wait) {
    return party(wait.blocking());
  }

  private Party party(Backend backend) {
    Transaction owner = owners.get(backend);
    return owner == null ? backend : owner;
  }

  /** Where a search for a cycle has come to: which backend is waited for, and how it began. */
  private record Reached(Backend last, Backend first, boolean hidden) {}

  /**
   * A cycle that PostgreSQL cannot see and in which a transaction is the youngest. PostgreSQL sees
   * those in which whoever is waited for is the very backend that waits, and not another one that
   * works for the same transaction, on this node or elsewhere. To end each transaction for which
   * there is one ends every deadlock, and whoever knows the same graph comes to the same ones.
   */
  Optional<List<Wait>> cycleOfYoungest(Transaction youngest) {
    Set<Reached> visited = new HashSet<>();
    Deque<List<Wait>> paths = new ArrayDeque<>();
    paths.add(List.of());
    while (!paths.isEmpty()) {
      List<Wait> path = paths.remove();
      Party end = path.isEmpty() ? youngest : blocker(path.getLast());
      for (Wait wait : waits) {
        if (!waiter(wait).equals(end) || isYounger(blocker(wait), youngest)) {
          continue;
        }
        List<Wait> longer = new ArrayList<>(path);
        longer.add(wait);
        if (!blocker(wait).equals(youngest)) {
          Backend first = longer.getFirst().waiting();
          if (visited.add(new Reached(wait.blocking(), first, isHidden(longer)))) {
            paths.add(longer);
          }
        } else if (isHidden(longer) || !isClosed(longer)) {
          return Optional.of(longer);
        }
      }
    }
    return Optional.empty();
  }

  /** Whether one that is waited for is not the backend that waits next. */
  private static boolean isHidden(List<Wait> path) {
    return IntStream.range(1, path.size())
        .anyMatch(i -> !path.get(i - 1).blocking().equals(path.get(i).waiting()));
  }

  private static boolean isClosed(List<Wait> cycle) {
    return cycle.getLast().blocking().equals(cycle.getFirst().waiting());
  }

  private static boolean isYounger(Party party, Transaction than) {
    return switch (party) {
      case Transaction transaction -> transaction.compareTo(than) > 0;
      case Backend ignored -> false;
    };
  }
}
