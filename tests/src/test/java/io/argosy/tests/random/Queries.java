package io.argosy.tests.random;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Queries: SELECTs alone or in set operations, with common tables, ORDER BY and LIMIT. */
final class Queries {
  private static final List<String> OPERATORS =
      List.of("UNION ALL", "UNION", "EXCEPT", "INTERSECT", "EXCEPT ALL", "INTERSECT ALL");

  private final Draft draft;
  private final Choices choices;
  private final Grammar grammar;

  Queries(Grammar grammar) {
    this.grammar = grammar;
    this.draft = grammar.draft();
    this.choices = draft.choices();
  }

  /** The whole statement, and whether its order is fixed. */
  record Statement(String sql, boolean ordered) {}

  Statement statement() {
    int before = draft.commonTables().size();
    String with = choices.chance(16) ? with(List.of()) : "";
    Query body;
    boolean ordered;
    if (choices.chance(12)) {
      body = setOperation(List.of(), List.of());
      ordered = choices.chance(50);
    } else {
      boolean limited = choices.chance(28);
      Block block =
          choices.chance(15)
              ? grammar.blocks().overUnion(!limited)
              : grammar.blocks().select(List.of(), List.of(), !limited);
      body = block.query();
      ordered = !block.sorted() && (limited || choices.chance(20));
      if (block.sorted() && limited) {
        body = new Query(body.sql() + grammar.ordering().limit(), body.columns(), body.rows());
      }
    }
    String order =
        ordered && body.columns().stream().noneMatch(column -> column.text().contains("."))
            ? grammar.ordering().total(body.columns())
            : "";
    String limit = !order.isEmpty() && choices.chance(65) ? grammar.ordering().limit() : "";
    release(before);
    return new Statement(with + body.sql() + order + limit, !order.isEmpty());
  }

  /** A query inside another one, which reads its columns by their form. */
  Query query(List<Column> outer, List<Column> wanted) {
    return draft.loosely(() -> nested(outer, wanted));
  }

  private Query nested(List<Column> outer, List<Column> wanted) {
    int before = draft.commonTables().size();
    String with = draft.roomFor(3) && choices.chance(5) ? with(outer) : "";
    Query body;
    if (draft.roomFor(2) && choices.chance(12)) {
      body = setOperation(outer, wanted);
      if (choices.chance(20)) {
        body = limited(body);
      }
    } else {
      Block block = grammar.blocks().select(outer, wanted, false);
      body = block.query();
      if (choices.chance(12)) {
        body =
            block.sorted()
                ? new Query(body.sql() + grammar.ordering().limit(), body.columns(), body.rows())
                : limited(body);
      }
    }
    release(before);
    return new Query(with + body.sql(), body.columns(), body.rows());
  }

  /** The first row of a query. */
  Query first(List<Column> outer, List<Column> wanted) {
    Block block = draft.exactly(() -> grammar.blocks().select(outer, wanted, false));
    Query body = block.query();
    String order = block.sorted() ? "" : grammar.ordering().total(body.columns());
    return new Query(body.sql() + order + " LIMIT 1", body.columns(), 1);
  }

  private Query limited(Query query) {
    return new Query(
        query.sql() + grammar.ordering().total(query.columns()) + grammar.ordering().limit(),
        query.columns(),
        query.rows());
  }

  /** Several branches; where results may be loose, their columns may have different types. */
  Query setOperation(List<Column> outer, List<Column> wanted) {
    return draft.loose() && choices.chance(60)
        ? branches(outer, wanted)
        : draft.unpadded(() -> branches(outer, wanted));
  }

  private Query branches(List<Column> outer, List<Column> wanted) {
    Block left = grammar.blocks().select(outer, wanted, false);
    StringBuilder sql = new StringBuilder(operand(left));
    List<Column> columns = left.query().columns();
    List<List<Column>> branches = new ArrayList<>(List.of(columns));
    long rows = left.query().rows();
    int more = 1 + Math.max(0, choices.below(6) - 4);
    for (int i = 0; i < more && (i == 0 || draft.roomFor(1)); i++) {
      sql.append(' ').append(choices.pick(OPERATORS)).append(' ');
      if (grammar.nesting().allowed() && draft.roomFor(2) && choices.chance(12)) {
        Query nested = grammar.nesting().deeper(() -> setOperation(outer, columns));
        sql.append('(').append(nested.sql()).append(')');
        branches.add(nested.columns());
        rows += nested.rows();
      } else if (more == 1 && draft.loose() && choices.chance(10)) {
        sql.append(constants(columns));
        branches.add(columns.stream().map(column -> loose(column)).toList());
        rows++;
      } else {
        Block right = grammar.blocks().select(outer, columns, false);
        sql.append(operand(right));
        branches.add(right.query().columns());
        rows += right.query().rows();
      }
    }
    return new Query(sql.toString(), resolved(branches), rows);
  }

  /** The columns of a set operation, which have the first branch's names. */
  static List<Column> resolved(List<List<Column>> branches) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < branches.getFirst().size(); i++) {
      int position = i;
      Column first = branches.getFirst().get(position);
      Form form =
          branches.stream()
              .map(branch -> branch.get(position).form())
              .reduce(Form::with)
              .orElse(first.form());
      columns.add(new Column(first.text(), first.kind(), "", first.samples(), form, first.plain()));
    }
    return List.copyOf(columns);
  }

  /** A branch of constants, some of which have no type of their own. */
  private String constants(List<Column> columns) {
    return columns.stream()
        .map(column -> grammar.guises().constant(column.kind()))
        .collect(Collectors.joining(", ", "SELECT ", choices.pick("", " WHERE false")));
  }

  private static Column loose(Column column) {
    return new Column(column.text(), column.kind(), "", List.of(), Form.LOOSE, column.plain());
  }

  private String operand(Block block) {
    if (block.sorted()) {
      return "(" + block.query().sql() + ")";
    }
    return choices.chance(12) ? "(" + limited(block.query()).sql() + ")" : block.query().sql();
  }

  private String with(List<Column> outer) {
    if (choices.chance(12)) {
      Recursion.Element element = grammar.recursion().element();
      draft.commonTables().add(element.query());
      return "WITH RECURSIVE " + element.sql() + " ";
    }
    int count = 1 + choices.below(2);
    StringBuilder sql = new StringBuilder();
    for (int i = 0; i < count; i++) {
      Query query = grammar.nesting().deeper(() -> query(outer, List.of()));
      String name = draft.name("w");
      sql.append(i == 0 ? "WITH " : ", ")
          .append(name)
          .append(choices.pick(" AS ", " AS ", " AS MATERIALIZED ", " AS NOT MATERIALIZED "))
          .append('(')
          .append(query.sql())
          .append(')');
      draft.commonTables().add(new Query(name, query.columns(), query.rows()));
    }
    return sql.append(' ').toString();
  }

  private void release(int before) {
    List<Query> tables = draft.commonTables();
    tables.subList(before, tables.size()).clear();
  }
}
