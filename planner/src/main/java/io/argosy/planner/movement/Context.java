package io.argosy.planner.movement;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.facts.Bundling;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.proof.Analysis;
import io.argosy.sql.parse.OwnNames;
import io.argosy.sql.parse.ParsedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlNode;

/**
 * What all parts of one search share.
 *
 * @param statement the statement whose parts are planned
 * @param parameterTypes of its own parameters
 * @param once the values that are its further parameters
 * @param originals by the tree of a derived table, that of the definition it was copied from
 * @param onBind run each time that the names of a tree are looked up
 */
public record Context(
    ParsedStatement statement,
    List<Relation> relations,
    Aggregates aggregates,
    List<String> parameterTypes,
    List<Plan.Once> once,
    Estimates estimates,
    Moves moves,
    Costs costs,
    Bundling bundling,
    Map<SqlNode, SqlNode> originals,
    Runnable onBind) {

  /** The same for parts that read a definition's rows in its temporary table. */
  public Context with(SharedStage stage) {
    List<Relation> all = new ArrayList<>(relations);
    all.add(stage.relation());
    return new Context(
        statement,
        all,
        aggregates,
        parameterTypes,
        once,
        estimates.with(stage),
        moves,
        costs,
        bundling,
        originals,
        onBind);
  }

  /** Names for what is added to the statement. */
  public OwnNames names() {
    return statement.names();
  }

  /** A query of the statement. */
  public BoundQuery bound(SqlNode query) {
    return new BoundQuery(query, bind(query, List.of()));
  }

  public Binding bind(SqlNode tree, List<Relation> stages) {
    List<Relation> all = new ArrayList<>(relations);
    all.addAll(stages);
    onBind.run();
    return Binder.bind(tree, all, aggregates);
  }

  public Analysis analysis(SqlNode tree, Binding binding) {
    return new Analysis(statement.with(tree), binding, parameterTypes);
  }
}
