package io.argosy.planner.proof;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.proof.Distribution.Everywhere;
import io.argosy.planner.proof.Distribution.Partitioned;
import io.argosy.planner.proof.Distribution.Tied;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;

/**
 * Proves that a query run on every node gives, all nodes' rows taken together, the query's rows.
 * Walks the blocks and asks the rule of each clause; a rule that fails throws {@link
 * UnprovenException}.
 */
public final class LocalityProof {
  private final Binding binding;
  private final Conditions conditions;
  private final LeafRule leaves;
  private final ColocationRule colocation;
  private final NestedQueryRule nestedQueries;
  private final GroupingRule grouping;

  LocalityProof(Binding binding, KnownValues values, LeafRule leaves) {
    this.binding = binding;
    this.conditions = new Conditions(binding, values);
    this.leaves = leaves;
    this.colocation = new ColocationRule(binding);
    this.nestedQueries = new NestedQueryRule(binding);
    this.grouping = new GroupingRule(binding);
  }

  /** Where the rows of a base table are, under the equalities that hold there. */
  interface LeafRule {
    Distribution of(Column key, Placement.Hash placement, EqualityClasses classes);

    /** Whether the query runs on more than one node. */
    boolean spreads();
  }

  GroupingRule grouping() {
    return grouping;
  }

  /** The rows of a nested query. */
  QueryDistribution query(Query query, Outer outer) {
    QueryDistribution rows = rows(query, outer);
    boolean same = rows instanceof QueryDistribution.Everywhere && leaves.spreads();
    if (same && query.cut() == Query.Cut.ARBITRARY) {
      throw new UnprovenException("LIMIT without ORDER BY could choose other rows on each node");
    }
    if (same && isForAllRows(query) && OrderDependence.in(query)) {
      throw new UnprovenException("a subquery could choose other rows on each node");
    }
    return rows;
  }

  /**
   * Whether a query has one answer for all rows around it. One that is asked for each of them may
   * choose anew each time.
   */
  private boolean isForAllRows(Query query) {
    return switch (query) {
      case Query.Select select -> binding.isSelfContained(select.node(), select);
      case Query.SetOperation operation -> binding.isSelfContained(operation.node(), operation);
      case Query.Values values -> true;
    };
  }

  private QueryDistribution rows(Query query, Outer outer) {
    return switch (query) {
      case Query.Select select when EmptyRule.isEmptyEverywhere(select) ->
          new QueryDistribution.NoRows();
      case Query.Select select -> {
        Block block = block(select, outer);
        yield switch (block.distribution()) {
          case Everywhere everywhere -> {
            yield new QueryDistribution.Everywhere();
          }
          case Tied tied -> new QueryDistribution.Tied();
          case Partitioned partitioned -> {
            grouping.prove(select, block);
            yield new QueryDistribution.Partitioned(
                partitioned.colocation(), grouping.keyOutputs(select, block));
          }
        };
      }
      case Query.SetOperation operation ->
          SetOperationRule.combine(
              operation, query(operation.left(), outer), query(operation.right(), outer));
      case Query.Values values -> {
        for (Query.Nested nested : values.nested()) {
          if (!isSameEverywhere(query(nested.query(), outer))) {
            throw new UnprovenException("VALUES with a subquery over partitioned rows");
          }
        }
        yield new QueryDistribution.Everywhere();
      }
    };
  }

  /** Whether every node has the same rows. */
  static boolean isSameEverywhere(QueryDistribution rows) {
    return rows instanceof QueryDistribution.Everywhere || rows instanceof QueryDistribution.NoRows;
  }

  /** The rows of a SELECT before they are grouped, with all its nested queries proven. */
  Block block(Query.Select select, Outer outer) {
    EqualityClasses classes = new EqualityClasses();
    conditions.add(classes, select.where(), outer);
    select.from().ifPresent(from -> conditions.addRegion(classes, from, outer));
    Map<Column, Colocation> keys = new HashMap<>();
    List<SqlNode> explanations = new ArrayList<>(select.where());
    Distribution distribution =
        select.from().isEmpty()
            ? new Everywhere()
            : join(select.from().get(), new Context(classes, outer, keys, explanations));
    Outer here = new Outer(classes, keys, Optional.of(outer));
    boolean tied = false;
    for (Query.Nested nested : select.nested()) {
      QueryDistribution rows = query(nested.query(), here);
      tied |= nestedQueries.prove(nested, rows, select, here);
    }
    if (tied && distribution instanceof Everywhere) {
      distribution = new Tied();
    }
    return new Block(distribution, classes);
  }

  /**
   * @param keys filled with the keys of the references that are partitioned or tied
   * @param explanations conditions that a reason may name
   */
  private record Context(
      EqualityClasses classes,
      Outer outer,
      Map<Column, Colocation> keys,
      List<SqlNode> explanations) {
    Context with(EqualityClasses other) {
      return new Context(other, outer, keys, explanations);
    }
  }

  private Distribution join(JoinTree tree, Context context) {
    return switch (tree) {
      case JoinTree.Leaf leaf -> source(leaf.source(), context);
      case JoinTree.Join join -> {
        context.explanations().addAll(join.on());
        Context joined = joined(join, context);
        Distribution left = join(join.left(), side(join, join.left(), context, joined));
        Distribution right = join(join.right(), side(join, join.right(), context, joined));
        yield combine(join, left, right, joined);
      }
    };
  }

  /**
   * What holds for the rows of a side that matter: on a nullable side, what holds for those that
   * are joined. Of a FULL JOIN both sides are nullable, but the others of their rows matter, too.
   */
  private Context side(JoinTree.Join join, JoinTree side, Context context, Context joined) {
    return switch (join.type()) {
      case INNER -> context;
      case LEFT -> side == join.left() ? context : joined;
      case RIGHT -> side == join.left() ? joined : context;
      case FULL -> {
        EqualityClasses own = new EqualityClasses();
        conditions.addRegion(own, side, context.outer());
        yield context.with(own);
      }
    };
  }

  /** What holds for rows that are joined: the condition, and what is inside. */
  private Context joined(JoinTree.Join join, Context context) {
    if (join.type() == JoinTree.Type.INNER) {
      return context;
    }
    EqualityClasses classes =
        join.type() == JoinTree.Type.FULL ? new EqualityClasses() : context.classes().copy();
    conditions.add(classes, join.on(), context.outer());
    Conditions.add(classes, join.using());
    if (join.type() != JoinTree.Type.RIGHT) {
      conditions.addRegion(classes, join.right(), context.outer());
    }
    if (join.type() != JoinTree.Type.LEFT) {
      conditions.addRegion(classes, join.left(), context.outer());
    }
    return context.with(classes);
  }

  private Distribution combine(
      JoinTree.Join join, Distribution left, Distribution right, Context context) {
    if (left instanceof Partitioned leftRows && right instanceof Partitioned rightRows) {
      return colocation.join(join, leftRows, rightRows, context.classes(), context.explanations());
    }
    if (left instanceof Partitioned || right instanceof Partitioned) {
      return PreservedSideRule.join(join, left, right);
    }
    return left instanceof Tied || right instanceof Tied ? new Tied() : new Everywhere();
  }

  private Distribution source(Source source, Context context) {
    return switch (source.origin()) {
      case Source.Table table -> table(source, table.relation(), context);
      case Source.UnknownTable table ->
          throw new UnprovenException(table.name() + " is a system catalog");
      case Source.Function function -> new Everywhere();
      case Source.SelfReference self -> new Everywhere();
      case Source.Merged merged -> throw new IllegalStateException("merged columns in FROM");
      case Source.Derived derived -> derived(source, derived, context);
    };
  }

  private Distribution table(Source source, Relation relation, Context context) {
    return switch (relation.placement()) {
      case Placement.Hash hash -> {
        Column key = new Column(source, relation.index(hash.column()));
        context.keys().put(key, hash.colocation());
        yield leaves.of(key, hash, context.classes());
      }
      case Placement.Replicated replicated -> new Everywhere();
      case Placement.SingleNode single ->
          throw new UnprovenException(relation.name() + " is on the home node only");
      case Placement.OfDefinition view ->
          throw new UnprovenException(
              "the definition of view " + relation.name() + " is not known");
      case Placement.SystemCatalog catalog ->
          throw new UnprovenException(relation.name() + " is a system catalog");
    };
  }

  private Distribution derived(Source source, Source.Derived derived, Context context) {
    Outer outer =
        derived.lateral()
            ? new Outer(context.classes(), Map.copyOf(context.keys()), Optional.of(context.outer()))
            : context.outer();
    QueryDistribution rows = query(derived.query(), outer);
    if (derived.recursive() && !isSameEverywhere(rows)) {
      throw new UnprovenException("a recursive query over partitioned rows");
    }
    return switch (rows) {
      case QueryDistribution.Everywhere everywhere -> new Everywhere();
      case QueryDistribution.NoRows none -> new Everywhere();
      case QueryDistribution.Tied tied -> new Tied();
      case QueryDistribution.Partitioned partitioned -> {
        Set<Column> keys = new HashSet<>();
        boolean tied = false;
        for (int position : partitioned.keys()) {
          Column key = new Column(source, position);
          keys.add(key);
          context.keys().put(key, partitioned.colocation());
          tied |= context.classes().isOuterKey(key, partitioned.colocation());
        }
        yield tied ? new Tied() : new Partitioned(partitioned.colocation(), keys);
      }
    };
  }
}
