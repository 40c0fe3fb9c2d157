package io.argosy.tests.random;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** SELECTs: plain, distinct, with windows, grouped. */
final class Blocks {
  private static final int WIDEST = 4;

  private final Draft draft;
  private final Choices choices;
  private final Grammar grammar;

  Blocks(Grammar grammar) {
    this.grammar = grammar;
    this.draft = grammar.draft();
    this.choices = draft.choices();
  }

  /**
   * A SELECT.
   *
   * @param outer the columns of the blocks around it
   * @param wanted what its output columns must be like, empty if anything will do
   * @param free whether its values are only read by the client, so that they may have any type
   */
  Block select(List<Column> outer, List<Column> wanted, boolean free) {
    return over(grammar.joins().from(outer, wanted), outer, wanted, free);
  }

  /** A SELECT that reads a union of columns of different types. */
  Block overUnion(boolean free) {
    return over(grammar.unions().from(List.of()), List.of(), List.of(), free);
  }

  private Block over(Joins.From from, List<Column> outer, List<Column> wanted, boolean free) {
    Scope scope = new Scope(from.source().columns(), outer);
    String rest = " FROM " + from.source().sql() + where(from, scope, wanted);
    return switch (choices.below(20)) {
      case 8, 9 -> distinct(scope, wanted, rest, from.source());
      case 10 -> distinctOn(scope, wanted, rest, from.source());
      case 11, 12 -> windowed(scope, wanted, rest, from.source(), free);
      case 13, 14, 15, 16, 17, 18 -> {
        List<Column> keys =
            draft.withoutParameters(() -> grammar.expressions().keys(scope.alone(), 3));
        yield grouped(
            scope, wanted, rest, Grouping.by(choices, keys), from.source().rows() / 3 + 1, free);
      }
      case 19 -> {
        Grouping grouping = choices.chance(20) ? Grouping.twice() : Grouping.single(choices);
        yield grouped(scope, wanted, rest, grouping, 1, free);
      }
      default -> plain(scope, wanted, rest, from.source(), free);
    };
  }

  /** A SELECT of exactly one row, or none where a HAVING refuses it. */
  Query total(List<Column> outer, List<Column> wanted) {
    Joins.From from = grammar.joins().from(outer, wanted);
    Scope scope = new Scope(from.source().columns(), outer);
    String rest = " FROM " + from.source().sql() + where(from, scope, wanted);
    return draft.exactly(
        () -> grouped(scope, wanted, rest, Grouping.single(choices), 1, false).query());
  }

  private String where(Joins.From from, Scope scope, List<Column> wanted) {
    List<String> conditions = new ArrayList<>(from.conditions());
    if (choices.chance(scope.outer().isEmpty() ? 55 : 85)) {
      conditions.add(grammar.predicates().condition(scope));
    }
    if (choices.chance(wanted.isEmpty() ? 2 : 5)) {
      conditions.add(grammar.constants().condition(scope));
    }
    return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
  }

  private Block plain(Scope scope, List<Column> wanted, String rest, Source source, boolean free) {
    boolean exact = source.columns().stream().noneMatch(column -> column.form() == Form.LOOSE);
    if (free && exact && wanted.isEmpty() && choices.chance(8)) {
      return new Block(new Query("SELECT *" + rest, source.columns(), source.rows()), false);
    }
    Outputs outputs = new Outputs(free);
    for (Column like : wanted.isEmpty() ? anything(scope) : wanted) {
      outputs.add(value(like, scope));
    }
    return outputs.block("SELECT ", rest, source.rows());
  }

  private Block distinct(Scope scope, List<Column> wanted, String rest, Source source) {
    Outputs outputs = new Outputs(false);
    for (Column like : wanted.isEmpty() ? anything(scope) : wanted) {
      outputs.add(value(like, scope));
    }
    return outputs.block("SELECT DISTINCT ", rest, source.rows() / 2 + 1);
  }

  private Block distinctOn(Scope scope, List<Column> wanted, String rest, Source source) {
    List<Column> keys = draft.withoutParameters(() -> grammar.expressions().keys(scope.alone(), 2));
    String on = keys.stream().map(Column::text).collect(Collectors.joining(", "));
    String direction = choices.pick("", " DESC");
    String order =
        keys.stream().map(key -> key.text() + direction).collect(Collectors.joining(", "))
            + source.identity().stream()
                .map(column -> ", " + column.text())
                .collect(Collectors.joining());
    Outputs outputs = new Outputs(false);
    for (Column like : wanted.isEmpty() ? anything(scope) : wanted) {
      outputs.add(value(like, scope));
    }
    Block block =
        outputs.block(
            "SELECT DISTINCT ON (" + on + ") ", rest + " ORDER BY " + order, source.rows() / 3 + 1);
    return new Block(block.query(), true);
  }

  private Block windowed(
      Scope scope, List<Column> wanted, String rest, Source source, boolean free) {
    Outputs outputs = new Outputs(free);
    List<Column> identity = source.identity();
    for (Column like : wanted.isEmpty() ? anything(scope) : wanted) {
      if (!Labels.isWish(like) && choices.chance(60)) {
        Column call = grammar.windows().call(like.kind(), scope, identity);
        identity = call.text().contains("ORDER BY") ? List.of() : identity;
        outputs.add(call);
      } else {
        outputs.add(value(like, scope));
      }
    }
    return outputs.block("SELECT ", rest, source.rows());
  }

  private Block grouped(
      Scope scope, List<Column> wanted, String rest, Grouping grouping, long rows, boolean free) {
    List<Column> usable = new ArrayList<>(grouping.keys());
    int calls = 1 + choices.below(2);
    for (int i = 0; i < calls; i++) {
      usable.add(grammar.aggregates().call(choices.pick(Kind.values()), scope));
    }
    if (grouping.sets()) {
      String key = choices.pick(grouping.keys()).text();
      usable.add(Column.of("grouping(" + key + ")", Kind.INTEGER));
    }
    Scope groups = new Scope(List.copyOf(usable), scope.outer());
    Outputs outputs = new Outputs(free);
    List<Column> likes = wanted.isEmpty() ? groupLike(scope, grouping) : wanted;
    String having = having(groups);
    boolean aggregated = !grouping.sql().isEmpty() || !having.isEmpty();
    for (Column like : likes) {
      outputs.add(
          Labels.isWish(like)
              ? Labels.wished(like)
              : groupValue(like, scope, groups, grouping, aggregated, free && wanted.isEmpty()));
    }
    return outputs.block("SELECT ", rest + grouping.sql() + having, rows);
  }

  private String having(Scope groups) {
    if (!choices.chance(22)) {
      return "";
    }
    return " HAVING "
        + (choices.chance(15)
            ? grammar.constants().condition(groups)
            : grammar.predicates().condition(groups));
  }

  private Column groupValue(
      Column like, Scope scope, Scope groups, Grouping grouping, boolean aggregated, boolean free) {
    List<Column> keys = grouping.keys().stream().filter(key -> key.kind() == like.kind()).toList();
    if (!keys.isEmpty() && !choices.chance(35)) {
      return choices.pick(keys);
    }
    return switch (choices.below(8)) {
      case 5 -> {
        String value = grammar.expressions().of(like.kind(), groups, 2);
        boolean grouped = groups.columns().stream().anyMatch(used -> value.contains(used.text()));
        // Without GROUP BY and HAVING it is the aggregate that makes one row of all.
        yield grouped || aggregated
            ? Column.of(value, like.kind())
            : grammar.aggregates().call(like.kind(), scope);
      }
      case 6 ->
          grouping.unique() && choices.chance(60)
              ? grammar.windows().call(like.kind(), groups, List.of())
              : grammar.aggregates().call(like.kind(), scope);
      case 7 ->
          free
              ? Column.of(grammar.aggregates().unrounded(scope), like.kind())
              : grammar.aggregates().call(like.kind(), scope);
      default -> grammar.aggregates().call(like.kind(), scope);
    };
  }

  /** A column like another one, or an expression of its kind. */
  private Column value(Column like, Scope scope) {
    if (Labels.isWish(like)) {
      return Labels.wished(like);
    }
    if (choices.chance(4)) {
      return grammar.mixtures().of(like.kind(), scope);
    }
    List<Column> same =
        scope.of(like.kind()).stream()
            .filter(column -> !like.domain().isEmpty() && column.domain().equals(like.domain()))
            .toList();
    if (!same.isEmpty() && !choices.chance(25)) {
      return choices.pick(same);
    }
    List<Column> columns = scope.of(like.kind());
    if (!columns.isEmpty() && !choices.chance(35)) {
      return choices.pick(columns);
    }
    return Column.of(grammar.expressions().of(like.kind(), scope, 3), like.kind());
  }

  private List<Column> groupLike(Scope scope, Grouping grouping) {
    List<Column> likes = new ArrayList<>(grouping.keys());
    likes.addAll(anything(scope).subList(0, 1));
    if (choices.chance(50)) {
      likes.addAll(anything(scope));
    }
    return likes.size() > WIDEST + 1 ? likes.subList(0, WIDEST + 1) : likes;
  }

  private List<Column> anything(Scope scope) {
    int width = 1 + choices.below(WIDEST);
    List<Column> likes = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      Kind kind =
          scope.columns().isEmpty() || choices.chance(20)
              ? choices.pick(Kind.values())
              : choices.pick(scope.columns()).kind();
      likes.add(Column.of("", kind));
    }
    return likes;
  }

  /** A select list being written. */
  private final class Outputs {
    private final List<String> items = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();
    private final boolean unnamed;

    Outputs(boolean free) {
      this.unnamed = free && choices.chance(30);
    }

    void add(Column value) {
      String name = draft.name("c");
      boolean disguised = draft.loose() && choices.chance(8);
      Column result = draft.result(disguised ? grammar.guises().of(value) : value);
      items.add(unnamed ? result.text() : result.text() + " AS " + name);
      columns.add(result.as(name));
    }

    Block block(String select, String rest, long rows) {
      return new Block(
          new Query(select + String.join(", ", items) + rest, List.copyOf(columns), rows), false);
    }
  }
}
