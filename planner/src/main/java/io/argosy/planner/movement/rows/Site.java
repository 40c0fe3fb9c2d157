package io.argosy.planner.movement.rows;

import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/**
 * A place in a query whose rows may be moved. Sites are told apart by the identity of their key.
 */
public sealed interface Site {
  /** The node of the tree that stands for it. */
  SqlNode key();

  /** In words, for EXPLAIN. */
  String describe();

  /** Whether something below it is not on every node. */
  default boolean isApart() {
    return switch (this) {
      case Table table ->
          switch (table.relation().placement()) {
            case Placement.Hash hash -> true;
            case Placement.SingleNode single -> true;
            case Placement.Replicated replicated -> false;
            case Placement.OfDefinition view -> false;
            case Placement.SystemCatalog catalog -> false;
          };
      case Nested nested -> nested.within().stream().anyMatch(Site::isApart);
    };
  }

  /**
   * A table in a FROM clause.
   *
   * @param block the SELECT that it stands in
   * @param recursive whether a recursive query reads it, all of it at each step
   */
  record Table(Source source, Relation relation, Block block, boolean recursive) implements Site {
    @Override
    public SqlNode key() {
      return source.item();
    }

    @Override
    public String describe() {
      return relation.isTemporary() ? source.alias() : relation.name();
    }
  }

  /**
   * A query within the query that refers to nothing outside of itself.
   *
   * @param key its tree, or that of the definition that several of them come from
   * @param nodes the trees that stand for it
   * @param query one of them, bound
   * @param within the sites within it, which matter only while it stays where it is
   * @param name what EXPLAIN calls it
   */
  record Nested(SqlNode key, List<SqlNode> nodes, Query query, List<Site> within, String name)
      implements Site {
    @Override
    public String describe() {
      return name;
    }

    /** The same definition at the places of both. */
    public Nested and(Nested other) {
      List<SqlNode> places = new ArrayList<>(nodes);
      places.addAll(other.nodes);
      List<Site> inside = new ArrayList<>(within);
      inside.addAll(other.within);
      return new Nested(key, places, query, inside, name);
    }
  }

  /**
   * A SELECT with what is around it.
   *
   * @param outer the SELECT whose rows it can refer to
   * @param duplicatesMatter whether more than one equal row of it can make a difference
   */
  record Block(Query.Select select, Optional<Block> outer, boolean duplicatesMatter) {}
}
