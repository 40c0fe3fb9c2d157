package io.argosy.tests.random;

import java.util.List;

/**
 * Common tables that read themselves: rows reached over a few steps from some of a table's rows.
 */
final class Recursion {
  private final Draft draft;
  private final Choices choices;
  private final Grammar grammar;

  Recursion(Grammar grammar) {
    this.grammar = grammar;
    this.draft = grammar.draft();
    this.choices = draft.choices();
  }

  /** A common table's name and definition, and the query that reads it. */
  record Element(String sql, Query query) {}

  Element element() {
    draft.useSource();
    List<Table> tables =
        draft.tables().stream()
            .filter(table -> table.rows() < 60 && numbers(table).size() > 1)
            .toList();
    Table table = choices.pick(tables);
    draft.use(table);
    Column from = choices.pick(numbers(table));
    Column to = choices.pick(numbers(table));
    String name = draft.name("w");
    String start = draft.name("t");
    String next = draft.name("t");
    Scope scope =
        new Scope(
            table.columns().stream().map(column -> column.as(start + "." + column.text())).toList(),
            List.of());
    String sql =
        """
        %s (k, v, steps) AS (SELECT %s.%s, %s.%s, 0 FROM %s AS %s WHERE %s \
        UNION SELECT %s.%s, %s.%s, %s.steps + 1 FROM %s JOIN %s AS %s ON %s.%s = %s.v WHERE %s.steps < %d)\
        """
            .formatted(
                name,
                start,
                from.text(),
                start,
                to.text(),
                table.name(),
                start,
                grammar.predicates().simple(scope, 1),
                next,
                from.text(),
                next,
                to.text(),
                name,
                name,
                table.name(),
                next,
                next,
                from.text(),
                name,
                name,
                1 + choices.below(3));
    List<Column> columns =
        List.of(
            new Column("k", Kind.INTEGER, from.domain(), from.samples(), from.form(), true),
            new Column("v", Kind.INTEGER, to.domain(), to.samples(), to.form(), true),
            Column.of("steps", Kind.INTEGER));
    return new Element(sql, new Query(name, columns, table.rows() * 2));
  }

  private static List<Column> numbers(Table table) {
    return table.columns().stream().filter(column -> column.kind() == Kind.INTEGER).toList();
  }
}
