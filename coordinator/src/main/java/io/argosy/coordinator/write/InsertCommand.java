package io.argosy.coordinator.write;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.modify.CommittingExecution;
import io.argosy.coordinator.execute.repeat.RepeatedRuns;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.StatementPlanner;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.NodeSession;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.facts.Volatility;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the INSERTs of one session that are not one node's alone. */
public final class InsertCommand {
  private static final int MOST_KNOWN = 100;

  /**
   * What is known of statements that have run, since most run often. A plan is made anew when the
   * catalog has changed, so that what belongs to the old one is not found any more.
   */
  private final Map<PlannedStatement, Known> known = new IdentityHashMap<>();

  private final StatementPlanner planner;
  private final PlanExecutor executor;
  private final Map<String, Volatility> builtins;

  private record Known(
      InsertStatement insert,
      TableFact target,
      TailRule rule,
      Optional<EvaluatedInsert> evaluated) {}

  /**
   * @param planner plans sources that are queries over many nodes
   * @param builtins the volatility of pg_catalog's functions by name
   */
  public InsertCommand(
      StatementPlanner planner, PlanExecutor executor, Map<String, Volatility> builtins) {
    this.planner = planner;
    this.executor = executor;
    this.builtins = builtins;
  }

  /**
   * Starts an INSERT, in the transaction that is open.
   *
   * @throws PostgresException what a node does not accept; 0A000 where ON CONFLICT or RETURNING
   *     cannot be evaluated as on one server
   */
  public Execution start(PlannedStatement planned, StatementRun run) {
    Known facts = known(planned, run);
    InsertStatement insert = facts.insert();
    TableFact target = facts.target();
    if (target.partitioned() || target.replicated()) {
      var constant = ConstantInsert.start(insert, facts.rule(), target, run);
      if (constant.isPresent()) {
        return constant.get();
      }
      if (facts.evaluated().isPresent()) {
        return facts
            .evaluated()
            .get()
            .start(insert, facts.rule(), target, run, evaluating(planned, run));
      }
      var onNodes =
          new NodeInsert(insert, facts.rule(), target, run, planner, executor).start(planned);
      if (onNodes.isPresent()) {
        return onNodes.get();
      }
    }
    return new StagedInsert(insert, facts.rule(), target, run, planner, executor).start(planned);
  }

  /**
   * Starts an INSERT of one row that varies nowhere, and commits it with that.
   *
   * @return empty where it must run in a transaction
   */
  Optional<Execution> startCommitting(
      PlannedStatement planned, StatementRun run, CommittingExecution.Caller caller) {
    if (!(planned.plan() instanceof Plan.Gather)) {
      return Optional.empty();
    }
    Known facts = known(planned, run);
    return facts.target().partitioned()
        ? ConstantInsert.startCommitting(facts.insert(), facts.rule(), facts.target(), run, caller)
        : Optional.empty();
  }

  /**
   * Starts an INSERT and runs of it that follow, all at once.
   *
   * @param bindings the values of each run; as many are taken as are started, or one more
   * @return empty where it is to be started alone
   */
  public Optional<RepeatedRuns> startRepeated(
      PlannedStatement planned, StatementRun run, Iterator<Binding> bindings) {
    Known facts = known(planned, run);
    InsertStatement insert = facts.insert();
    TableFact target = facts.target();
    if (!target.partitioned() && !target.replicated() || planned.mayReadSettings()) {
      return Optional.empty();
    }
    if (facts.evaluated().isPresent()) {
      return facts
          .evaluated()
          .get()
          .startRepeated(planned, facts.rule(), target, run, bindings, evaluating(planned, run));
    }
    return ConstantInsert.isSameEverywhere(insert, facts.rule(), target)
            && facts.rule().once().isEmpty()
        ? new RepeatedInsert(planned, insert, facts.rule(), target, run).start(bindings)
        : Optional.empty();
  }

  /** A backend of the home node, for what is evaluated once. */
  private static NodeSession evaluating(PlannedStatement planned, StatementRun run) {
    return planned.readsPartitionsOnly() ? run.backends().asked() : run.backends().home();
  }

  private Known known(PlannedStatement planned, StatementRun run) {
    Known facts = known.get(planned);
    if (facts == null) {
      facts = read(planned, run);
      if (known.size() == MOST_KNOWN) {
        known.clear();
      }
      known.put(planned, facts);
    }
    return facts;
  }

  /** What stands behind the rows is evaluated on the nodes that get them. */
  private static void requirePermanent(InsertStatement insert) {
    List<Token> tail = SqlLexer.tokens(insert.tail());
    for (int i = 1; i < tail.size(); i++) {
      boolean table = tail.get(i - 1).isWord("from") || tail.get(i - 1).isWord("join");
      if (tail.get(i).isWord(Relation.TEMPORARY) && !table) {
        throw new PostgresException(
            "0A000",
            "ON CONFLICT and RETURNING of an INSERT into a distributed or reference table cannot"
                + " use temporary functions and types",
            "They are on the home node only. Read the rows back with a SELECT.");
      }
    }
  }

  private Known read(PlannedStatement planned, StatementRun run) {
    InsertStatement insert = InsertStatement.parse(planned.canonical().orElseThrow());
    String oid = targetOf(insert, planned).oid();
    TableFact target = TableFact.read(run.backends().asked(), oid);
    if (target.partitioned() || target.replicated()) {
      requirePermanent(insert);
    }
    TailRule rule = new TailPlanner(insert, planned, target, planner, builtins).find();
    int parameters = planned.description().parameterTypes().length;
    Optional<EvaluatedInsert> evaluated =
        target.partitioned() || target.replicated()
            ? EvaluatedInsert.of(insert, rule, target, parameters)
            : Optional.empty();
    return new Known(insert, target, rule, evaluated);
  }

  private static RelationFact targetOf(InsertStatement insert, PlannedStatement planned) {
    List<Token> name = SqlLexer.tokens(insert.target());
    String schema = name.get(0).value();
    String table = name.get(2).value();
    return planned.relations().stream()
        .filter(relation -> relation.schema().equals(schema))
        .filter(relation -> relation.name().equals(table))
        .findFirst()
        .orElseThrow();
  }
}
