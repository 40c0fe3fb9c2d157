package io.argosy.coordinator.activity;

import io.argosy.coordinator.limit.BoundedMaps;
import io.argosy.coordinator.resource.NodeUse;
import io.argosy.node.ResourceUse;
import io.argosy.sql.lexer.NormalizedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What statements have cost since the start, by role and text without constants. Keeps the {@value
 * #ENTRIES} that were used last. Thread-safe.
 */
public final class StatementTotals implements StatementObserver {
  private static final int ENTRIES = 1000;

  /** Characters of a text that is remembered. */
  private static final int LONGEST = 2000;

  private record Key(String role, String text) {}

  private static final class Sums {
    private final Set<String> nodes = new TreeSet<>();
    private String strategy = "";
    private long calls;
    private long nanoseconds;
    private long longest;
    private long rows;
    private long bytes;
    private long known;
    private ResourceUse use = ResourceUse.NOTHING;
  }

  /**
   * What the executions of one statement have cost.
   *
   * @param text without constants
   * @param strategy how the last of them was answered
   * @param totalNanoseconds of all
   * @param longestNanoseconds of the one that took longest
   * @param rows that clients were sent, or that were changed
   * @param bytes that nodes answered, or sent to each other
   * @param nodes those that have had a part in any of them
   * @param known of how many of their requests to nodes it is known what they used
   * @param use what these have used of the nodes' machines
   */
  public record Total(
      String role,
      String text,
      String strategy,
      long calls,
      long totalNanoseconds,
      long longestNanoseconds,
      long rows,
      long bytes,
      Set<String> nodes,
      long known,
      ResourceUse use) {}

  private final Map<Key, Sums> totals = new LeastRecentlyUsed<>(ENTRIES);

  /** Texts without constants by texts that clients have sent: some are sent once, and run often. */
  private final Map<String, String> normalized = BoundedMaps.of(ENTRIES);

  @Override
  public void completed(SessionActivity session, StatementActivity statement) {
    Key key = new Key(session.role(), normalized(statement.text()));
    long took = statement.worked().toNanos();
    List<NodeUse> uses = statement.ledger().nodes();
    synchronized (totals) {
      Sums sums = totals.computeIfAbsent(key, ignored -> new Sums());
      sums.nodes.addAll(statement.nodes());
      sums.strategy = statement.strategy();
      sums.calls++;
      sums.nanoseconds += took;
      sums.longest = Math.max(sums.longest, took);
      sums.rows += statement.rows();
      sums.bytes += statement.bytes();
      for (NodeUse node : uses) {
        sums.known += node.known();
        sums.use = sums.use.plus(node.use());
      }
    }
  }

  private String normalized(String text) {
    if (text.length() > LONGEST) {
      return NormalizedText.of(text);
    }
    return normalized.computeIfAbsent(text, NormalizedText::of);
  }

  @Override
  public void failed(
      SessionActivity session, Optional<StatementActivity> statement, String sqlState) {}

  /** All that are kept. */
  public List<Total> all() {
    List<Total> all = new ArrayList<>();
    synchronized (totals) {
      totals.forEach(
          (key, sums) ->
              all.add(
                  new Total(
                      key.role(),
                      key.text(),
                      sums.strategy,
                      sums.calls,
                      sums.nanoseconds,
                      sums.longest,
                      sums.rows,
                      sums.bytes,
                      Set.copyOf(sums.nodes),
                      sums.known,
                      sums.use)));
    }
    return all;
  }
}
