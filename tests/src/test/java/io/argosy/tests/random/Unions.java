package io.argosy.tests.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Derived tables of several branches over columns that tables have in different types; most
 * branches say of their rows which branch they are of.
 */
final class Unions {
  private static final List<String> OPERATORS =
      List.of("UNION ALL", "UNION", "EXCEPT", "INTERSECT", "EXCEPT ALL", "INTERSECT ALL");

  private static final List<Column> SHARED =
      List.of(
          shared("k", Kind.INTEGER),
          shared("day", Kind.DATE),
          shared("tag", Kind.TEXT),
          shared("v", Kind.INTEGER),
          shared("amount", Kind.NUMERIC));

  private final Draft draft;
  private final Choices choices;
  private final Grammar grammar;

  Unions(Grammar grammar) {
    this.grammar = grammar;
    this.draft = grammar.draft();
    this.choices = draft.choices();
  }

  /** A FROM clause that reads some of the branches, or all. */
  Joins.From from(List<Column> outer) {
    boolean labelled = choices.chance(40);
    Labels labels = Labels.any(choices);
    List<Column> likes = choices.some(SHARED, 2);
    Source source =
        grammar
            .sources()
            .derived(
                "",
                () ->
                    draft.loosely(
                        () -> labelled ? labelled(outer, likes, labels) : compared(outer, likes)));
    return new Joins.From(
        source,
        labelled && choices.chance(85)
            ? List.of(labels.condition(choices, source.columns().getFirst().text()))
            : List.of());
  }

  private Query labelled(List<Column> outer, List<Column> likes, Labels labels) {
    List<Query> branches = new ArrayList<>();
    int count = 2 + choices.below(2);
    for (int i = 0; i < count; i++) {
      branches.add(
          branch(outer, Stream.concat(Stream.of(labels.wish(i)), likes.stream()).toList()));
    }
    return combined(branches, List.of("UNION ALL", "UNION ALL", "UNION"));
  }

  private Query compared(List<Column> outer, List<Column> likes) {
    List<Query> branches = new ArrayList<>();
    int count = 2 + Math.max(0, choices.below(3) - 1);
    for (int i = 0; i < count; i++) {
      branches.add(branch(outer, likes));
    }
    return combined(branches, OPERATORS);
  }

  private Query combined(List<Query> branches, List<String> operators) {
    StringBuilder sql = new StringBuilder();
    for (Query branch : branches) {
      sql.append(sql.isEmpty() ? "" : " " + choices.pick(operators) + " ").append(branch.sql());
    }
    return new Query(
        sql.toString(),
        Queries.resolved(branches.stream().map(Query::columns).toList()),
        branches.stream().mapToLong(Query::rows).sum());
  }

  private Query branch(List<Column> outer, List<Column> wanted) {
    if (draft.roomFor(1) && choices.chance(20)) {
      Block block = grammar.blocks().select(outer, wanted, false);
      Query query = block.query();
      return block.sorted()
          ? new Query("(" + query.sql() + ")", query.columns(), query.rows())
          : query;
    }
    return plain(outer, wanted);
  }

  /** The columns of one table as they are. */
  private Query plain(List<Column> outer, List<Column> wanted) {
    Table table =
        choices.pick(
            draft.tables().stream()
                .filter(
                    some ->
                        wanted.stream()
                            .allMatch(like -> Labels.isWish(like) || of(some, like).isPresent()))
                .toList());
    draft.use(table);
    String alias = draft.name("t");
    List<Column> outputs = new ArrayList<>();
    for (Column like : wanted) {
      outputs.add(
          of(table, like)
              .map(column -> column.as(alias + "." + column.text()))
              .map(column -> choices.chance(10) ? grammar.guises().of(column) : column)
              .orElseGet(() -> Labels.wished(like)));
    }
    List<String> items = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (Column output : outputs) {
      String name = draft.name("c");
      items.add(output.text() + " AS " + name);
      columns.add(output.as(name));
    }
    return new Query(
        "SELECT %s FROM %s AS %s%s"
            .formatted(String.join(", ", items), table.name(), alias, where(table, alias, outer)),
        columns,
        table.rows());
  }

  private String where(Table table, String alias, List<Column> outer) {
    Scope scope =
        new Scope(
            table.columns().stream().map(column -> column.as(alias + "." + column.text())).toList(),
            outer);
    return switch (choices.below(10)) {
      case 6, 7, 8 -> " WHERE " + grammar.predicates().simple(scope, 0);
      case 9 -> " WHERE " + grammar.constants().condition(scope);
      default -> "";
    };
  }

  private static Column shared(String domain, Kind kind) {
    return new Column("", kind, domain, List.of(), Form.EXACT, false);
  }

  private static Optional<Column> of(Table table, Column like) {
    return table.columns().stream()
        .filter(column -> column.kind() == like.kind() && column.domain().equals(like.domain()))
        .findFirst();
  }
}
