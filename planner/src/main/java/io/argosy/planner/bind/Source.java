package io.argosy.planner.bind;

import io.argosy.planner.facts.Relation;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlNode;

/** One entry of a FROM clause. Two references to one table are two sources. */
public final class Source {
  /** What the rows of a source come from. */
  public sealed interface Origin {}

  /** A table that a node has. */
  public record Table(Relation relation) implements Origin {}

  /** A table that no fact is known about: a system catalog. */
  public record UnknownTable(String name) implements Origin {}

  /**
   * A derived table, a common table expression or a view.
   *
   * @param node the query's tree; of a view that of its definition
   * @param lateral whether it may refer to the sources before it
   * @param recursive whether it refers to itself
   */
  public record Derived(Query query, SqlNode node, boolean lateral, boolean recursive)
      implements Origin {}

  /** A function in FROM, which may refer to the sources before it. */
  public record Function(SqlNode call) implements Origin {}

  /** A recursive query's reference to itself. */
  public record SelfReference() implements Origin {}

  /** The columns that FULL JOIN .. USING merges. */
  public record Merged(List<Column> left, List<Column> right) implements Origin {}

  private final SqlNode item;
  private final String alias;
  private final Origin origin;
  private final List<String> columns;
  private final List<String> types;
  private final boolean open;

  private Source(
      SqlNode item,
      String alias,
      Origin origin,
      List<String> columns,
      List<String> types,
      boolean open) {
    this.item = item;
    this.alias = alias;
    this.origin = origin;
    this.columns = new ArrayList<>(columns);
    this.types = types;
    this.open = open;
  }

  static Source table(SqlNode item, String alias, Relation relation, List<String> renamed) {
    List<String> names = relation.columns().stream().map(Relation.Column::name).toList();
    List<String> types = relation.columns().stream().map(Relation.Column::type).toList();
    return new Source(item, alias, new Table(relation), rename(names, renamed), types, false);
  }

  static Source derived(
      SqlNode item, String alias, Derived origin, List<String> names, List<String> renamed) {
    List<String> types = new ArrayList<>();
    for (Query.Output output : origin.query().outputs()) {
      types.add(output.type());
    }
    return new Source(item, alias, origin, rename(names, renamed), types, false);
  }

  /** A source whose columns may be more than those that are known. */
  static Source open(SqlNode item, String alias, Origin origin, List<String> columns) {
    return new Source(item, alias, origin, columns, List.of(), true);
  }

  static Source closed(SqlNode item, String alias, Origin origin, List<String> columns) {
    return new Source(item, alias, origin, columns, List.of(), false);
  }

  private static List<String> rename(List<String> names, List<String> renamed) {
    List<String> result = new ArrayList<>(names);
    for (int i = 0; i < renamed.size() && i < result.size(); i++) {
      result.set(i, renamed.get(i));
    }
    return result;
  }

  /** The entry of the FROM clause, with its alias; of merged columns the join. */
  public SqlNode item() {
    return item;
  }

  /** The name under which its columns can be qualified. */
  public String alias() {
    return alias;
  }

  /** What its rows come from. */
  public Origin origin() {
    return origin;
  }

  /** The names of its columns. */
  public List<String> columns() {
    return columns;
  }

  boolean isOpen() {
    return open;
  }

  /** The type of a column without modifiers; empty if it is not known. */
  String type(int column) {
    return column < types.size() ? types.get(column) : "";
  }

  /** The column of a name; an open source has every column. */
  Column column(String name) {
    int index = columns.indexOf(name);
    if (index < 0) {
      if (!open) {
        return null;
      }
      columns.add(name);
      index = columns.size() - 1;
    }
    return new Column(this, index);
  }

  /** The name of its table, or its alias. */
  public String describe() {
    return switch (origin) {
      case Table table -> table.relation().name();
      case UnknownTable table -> table.name();
      case Derived d -> alias;
      case Function f -> alias;
      case SelfReference s -> alias;
      case Merged m -> alias;
    };
  }
}
