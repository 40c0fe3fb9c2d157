package io.argosy.tests.random;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Single elements of a FROM clause. */
final class Sources {
  private static final List<String> KEYS =
      List.of(
          "orderkey", "custkey", "partkey", "suppkey", "nationkey", "regionkey", "k", "tag", "day");

  private final Draft draft;
  private final Choices choices;
  private final Grammar grammar;

  Sources(Grammar grammar) {
    this.grammar = grammar;
    this.draft = grammar.draft();
    this.choices = draft.choices();
  }

  /**
   * A table, a common table, a derived table or a list of rows.
   *
   * @param outer what a derived table sees of the blocks around it
   * @param near columns that it is likely to be joined with
   */
  Source next(List<Column> outer, List<Column> near) {
    draft.useSource();
    List<Query> common = draft.commonTables();
    if (!common.isEmpty() && choices.chance(55)) {
      Query table = choices.pick(common);
      return aliased(table.sql(), table.columns(), List.of(), table.rows());
    }
    if (choices.chance(17) && grammar.nesting().allowed()) {
      return derived("", outer);
    }
    if (choices.chance(3)) {
      return rows();
    }
    return table(near);
  }

  /** A derived table. */
  Source derived(String prefix, List<Column> outer) {
    return derived(prefix, () -> grammar.queries().query(outer, List.of()));
  }

  /** A derived table of a given query. */
  Source derived(String prefix, Supplier<Query> written) {
    Query query = grammar.nesting().deeper(written);
    boolean renamed = choices.chance(20);
    String alias = draft.name("d");
    List<Column> columns =
        query.columns().stream()
            .map(column -> column.as(alias + "." + (renamed ? draft.name("x") : column.text())))
            .toList();
    String names =
        renamed
            ? columns.stream()
                .map(column -> column.text().substring(alias.length() + 1))
                .collect(Collectors.joining(", ", " (", ")"))
            : "";
    return new Source(
        "%s(%s) AS %s%s".formatted(prefix, query.sql(), alias, names),
        columns,
        columns,
        query.rows());
  }

  private Source table(List<Column> near) {
    List<Table> related =
        draft.tables().stream().filter(table -> shareKey(table.columns(), near)).toList();
    Table table =
        !related.isEmpty() && choices.chance(75) ? filled(related) : filled(draft.tables());
    if (choices.chance(12) && draft.reserve(table)) {
      List<Column> columns = choices.chance(50) ? table.columns() : qualified(table);
      List<Column> keys =
          columns.stream()
              .filter(
                  column ->
                      table.key().stream().anyMatch(key -> column.text().endsWith(key.text())))
              .toList();
      return new Source(
          table.name(), columns, table.key().isEmpty() ? columns : keys, table.rows());
    }
    draft.use(table);
    return aliased(table.name(), table.columns(), table.key(), table.rows());
  }

  /** One of the tables, seldom an empty one. */
  private Table filled(List<Table> tables) {
    Table table = choices.pick(tables);
    return table.rows() == 0 && !choices.chance(15) ? choices.pick(tables) : table;
  }

  private static List<Column> qualified(Table table) {
    return table.columns().stream()
        .map(column -> column.as(table.name() + "." + column.text()))
        .toList();
  }

  private static boolean shareKey(List<Column> columns, List<Column> near) {
    return near.stream()
        .filter(column -> KEYS.contains(column.domain()))
        .anyMatch(
            column -> columns.stream().anyMatch(other -> other.domain().equals(column.domain())));
  }

  private Source aliased(String name, List<Column> columns, List<Column> key, long rows) {
    String alias = draft.name("t");
    List<Column> qualified =
        columns.stream().map(column -> column.as(alias + "." + column.text())).toList();
    List<Column> keys = key.stream().map(column -> column.as(alias + "." + column.text())).toList();
    return new Source(
        name + choices.pick(" AS ", " ") + alias,
        qualified,
        keys.isEmpty() ? qualified : keys,
        rows);
  }

  private Source rows() {
    String alias = draft.name("v");
    int count = 1 + choices.below(3);
    boolean mixed = choices.chance(50);
    Form form = mixed ? Form.LOOSE : Form.EXACT;
    String rows =
        draft.withoutParameters(
            () ->
                IntStream.rangeClosed(0, count)
                    .mapToObj(
                        row ->
                            "(%s, %s)"
                                .formatted(
                                    value(Kind.INTEGER, mixed, row), value(Kind.TEXT, mixed, row)))
                    .collect(Collectors.joining(", ")));
    List<Column> columns =
        List.of(
            new Column(alias + ".k", Kind.INTEGER, "k", List.of(), form, true),
            new Column(alias + ".tag", Kind.TEXT, "tag", List.of(), form, true));
    return new Source("(VALUES %s) AS %s (k, tag)".formatted(rows, alias), columns, columns, count);
  }

  /** The first row has types, so that the others find one. */
  private String value(Kind kind, boolean mixed, int row) {
    return mixed && row > 0 ? grammar.guises().constant(kind) : grammar.expressions().literal(kind);
  }
}
