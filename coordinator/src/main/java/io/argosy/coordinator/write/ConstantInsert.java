package io.argosy.coordinator.write;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.modify.CommittingExecution;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.SpooledExecution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * An INSERT of constant rows, which goes to the owners of their keys as it is, each with its rows,
 * or to all nodes where the table is replicated.
 */
final class ConstantInsert {
  private final InsertStatement insert;
  private final TailRule rule;
  private final TableFact target;
  private final StatementRun run;
  private final Binding binding;

  private ConstantInsert(
      InsertStatement insert, TailRule rule, TableFact target, StatementRun run, Binding binding) {
    this.insert = insert;
    this.rule = rule;
    this.target = target;
    this.run = run;
    this.binding = binding;
  }

  /** Starts it; empty when its values must be evaluated in one place. */
  static Optional<Execution> start(
      InsertStatement insert, TailRule rule, TableFact target, StatementRun run) {
    return isSameEverywhere(insert, rule, target)
        ? start(insert, rule, target, run, () -> PlanExecutor.withOnce(rule.once(), run))
        : Optional.empty();
  }

  /** Whether nothing of it must be evaluated in one place, if its rows are constant. */
  static boolean isSameEverywhere(InsertStatement insert, TailRule rule, TableFact target) {
    return !insert.overridesUserValues()
        && !target.variesWithout(insert.columns())
        && rule.needsNoCopies(target.replicated());
  }

  /**
   * Starts it where all that varies is a parameter.
   *
   * @param binding gives the values of all parameters; called only if it starts
   */
  static Optional<Execution> start(
      InsertStatement insert,
      TailRule rule,
      TableFact target,
      StatementRun run,
      Supplier<Binding> binding) {
    int key = target.replicated() ? 0 : insert.columns().indexOf(target.distributionColumn());
    return key < 0
        ? Optional.empty()
        : ConstantRows.of(insert)
            .map(
                rows ->
                    new ConstantInsert(insert, rule, target, run, binding.get()).start(rows, key));
  }

  /**
   * Starts it where it is one row and nothing of it varies, and commits it with that.
   *
   * @return empty where it must run in a transaction
   */
  static Optional<Execution> startCommitting(
      InsertStatement insert,
      TailRule rule,
      TableFact target,
      StatementRun run,
      CommittingExecution.Caller caller) {
    int key = insert.columns().indexOf(target.distributionColumn());
    return key >= 0 && rule.once().isEmpty() && isSameEverywhere(insert, rule, target)
        ? ConstantRows.of(insert)
            .filter(rows -> rows.rows().size() == 1)
            .flatMap(
                rows ->
                    new ConstantInsert(insert, rule, target, run, run.binding())
                        .startCommitting(rows.rows().getFirst(), key, caller))
        : Optional.empty();
  }

  private Optional<Execution> startCommitting(
      ConstantRows.Row row, int key, CommittingExecution.Caller caller) {
    int owner = new RowOwner(insert, target, run.backends()).of(row.values().get(key), binding);
    Request request = binding.request(withRows(List.of(insert.text(row.from(), row.to()))));
    return CommittingExecution.start(
        owner, session -> new NodeExecution(session, request, run.client()), run, caller);
  }

  /** The INSERT of some of its rows, each with its parentheses. */
  private String withRows(List<String> rows) {
    return insert.head() + "VALUES " + String.join(", ", rows) + " " + rule.text(true);
  }

  private Execution start(ConstantRows rows, int key) {
    return target.replicated() ? everywhere() : toOwners(rows, key);
  }

  private Execution everywhere() {
    List<ChainedExecution.Step> steps = new ArrayList<>();
    for (int node = Cluster.HOME; node < run.backends().cluster().nodes().size(); node++) {
      boolean first = node == Cluster.HOME;
      String sql = insert.head() + insert.source() + " " + rule.text(first);
      steps.add(new ChainedExecution.Step(insertOn(node, sql, first), first));
    }
    ChainedExecution chained = new ChainedExecution(steps, () -> {});
    // All nodes must have their rows before the client gets the first that is returned.
    return returns() && steps.size() > 1 ? new SpooledExecution(chained) : chained;
  }

  private boolean returns() {
    return !rule.tail().returning().isEmpty();
  }

  private Supplier<Execution> insertOn(int node, String sql, boolean counts) {
    Request request = binding.request(sql);
    return () ->
        new NodeExecution(
            run.backends().on(node), request, counts ? run.client() : run.clientWithoutNotices());
  }

  private Execution toOwners(ConstantRows rows, int key) {
    RowOwner ownerOf = new RowOwner(insert, target, run.backends());
    List<Integer> owners = new ArrayList<>();
    Map<Integer, List<String>> texts = new TreeMap<>();
    for (ConstantRows.Row row : rows.rows()) {
      int owner = ownerOf.of(row.values().get(key), binding);
      owners.add(owner);
      texts
          .computeIfAbsent(owner, node -> new ArrayList<>())
          .add(insert.text(row.from(), row.to()));
    }
    SortedMap<Integer, Supplier<Execution>> inserts = new TreeMap<>();
    texts.forEach((node, values) -> inserts.put(node, insertOn(node, withRows(values), true)));
    return returns() && inserts.size() > 1
        ? new RowsInOrder(owners, inserts)
        : new ChainedExecution(
            inserts.values().stream()
                .map(started -> new ChainedExecution.Step(started, true))
                .toList(),
            () -> {});
  }
}
