package io.argosy.coordinator.execute.run;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.node.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one execution of a statement works with, and what it leaves behind for EXPLAIN ANALYZE. Used
 * by the session's thread.
 */
public final class StatementRun {
  private final NodeBackends backends;
  private final Binding binding;
  private final ClientOutput client;
  private final boolean writesRows;
  private final Optional<String> simpleText;
  private final boolean locksRows;
  private final List<FragmentStatistics> statistics = new ArrayList<>();
  private HeldNotices held;
  private PlannedStatement replanned;

  public StatementRun(NodeBackends backends, Binding binding, ClientOutput client) {
    this(backends, binding, client, false, Optional.empty(), false);
  }

  private StatementRun(
      NodeBackends backends,
      Binding binding,
      ClientOutput client,
      boolean writesRows,
      Optional<String> simpleText,
      boolean locksRows) {
    this.locksRows = locksRows;
    this.writesRows = writesRows;
    this.simpleText = simpleText;
    this.backends = backends;
    this.binding = binding;
    this.client = client;
  }

  public NodeBackends backends() {
    return backends;
  }

  public Binding binding() {
    return binding;
  }

  /**
   * The request that answers a statement with its parameters, in which it finds the settings that
   * the coordinator keeps from the nodes.
   *
   * @param sql what the node is to run for it
   */
  public Request.Extended request(PlannedStatement planned, String sql) {
    Request.Extended request = binding.request(sql);
    Map<String, String> kept = planned.mayReadSettings() ? backends.keptSettings() : Map.of();
    return kept.isEmpty() ? request : request.withSettings(kept);
  }

  /** The same for a query whose binary rows the statement writes into a table. */
  public StatementRun ofWrittenRows() {
    return new StatementRun(
        backends, binding.withResultFormat(1), client, true, Optional.empty(), false);
  }

  /**
   * The same for a statement without columns of its own that came as text, without parameters, and
   * may set off rules: a node that answers it alone is sent the text, and may tell of columns.
   * These are those of the rules, which only the simple protocol shows.
   */
  public StatementRun ofText(String text) {
    return new StatementRun(backends, binding, client, writesRows, Optional.of(text), locksRows);
  }

  /** The same for a query that locks the rows that it returns. */
  public StatementRun ofLockedRows() {
    return new StatementRun(backends, binding, client, writesRows, simpleText, true);
  }

  /** Whether the rows that are returned stay locked. */
  public boolean locksRows() {
    return locksRows;
  }

  /** What the client has sent, where the node that answers it is sent just that. */
  public Optional<String> simpleText() {
    return simpleText;
  }

  /** Whether the rows are written into a table instead of being shown to the client. */
  public boolean writesRows() {
    return writesRows;
  }

  public ClientOutput client() {
    return held == null ? client : held;
  }

  /** For nodes that do the same as another one: the client is not told of it twice. */
  public ClientOutput clientWithoutNotices() {
    return new HeldNotices(client);
  }

  /** What is run from now on may have to be run again: its notices wait. */
  public void holdNotices() {
    held = new HeldNotices(client);
  }

  /** What was run counts no more; it is run again. */
  public void forget() {
    held.forget();
    statistics.clear();
  }

  /** What was run, or is running, counts, and so do its notices. */
  public void sendNotices() {
    held.send();
    held = null;
  }

  /** What the fragments cost that have ended. */
  public List<FragmentStatistics> statistics() {
    return List.copyOf(statistics);
  }

  /** The statement as it was planned while it ran, if it was. */
  public Optional<PlannedStatement> replanned() {
    return Optional.ofNullable(replanned);
  }

  /** What has run by the plan before counts no more. */
  public void replanned(PlannedStatement planned) {
    replanned = planned;
    statistics.clear();
  }

  public void add(List<FragmentStatistics> more) {
    statistics.addAll(more);
  }
}
