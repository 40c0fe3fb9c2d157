package io.argosy.coordinator.execute;

import io.argosy.coordinator.catalog.PlannedStatement;
import io.argosy.coordinator.wire.ClientOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one execution of a statement works with, and what it leaves behind for EXPLAIN ANALYZE. Used
 * by the session's thread.
 */
public final class StatementRun {
  private final NodeBackends backends;
  private final Binding binding;
  private final ClientOutput client;
  private final List<FragmentStatistics> statistics = new ArrayList<>();
  private PlannedStatement replanned;

  public StatementRun(NodeBackends backends, Binding binding, ClientOutput client) {
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

  /** The same with the result in one format, for a query that is a step of the statement. */
  public StatementRun withResultFormat(int format) {
    return new StatementRun(backends, binding.withResultFormat(format), client);
  }

  public ClientOutput client() {
    return client;
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
  void replanned(PlannedStatement planned) {
    replanned = planned;
    statistics.clear();
  }

  void add(List<FragmentStatistics> more) {
    statistics.addAll(more);
  }
}
