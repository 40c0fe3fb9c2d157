package io.argosy.tests.random;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Calls of window functions. Rows that their ORDER BY does not tell apart are equal in every column
 * or are treated equally by the function.
 */
final class Windows {
  private final Draft draft;
  private final Choices choices;
  private final Grammar grammar;

  Windows(Grammar grammar) {
    this.grammar = grammar;
    this.draft = grammar.draft();
    this.choices = draft.choices();
  }

  /**
   * A call whose result is a value of a kind.
   *
   * @param identity what tells the block's rows apart; empty if only functions may be used that
   *     treat peers equally. A block may have one call with an identity: equal rows may be numbered
   *     differently by two of them
   */
  Column call(Kind kind, Scope block, List<Column> identity) {
    Scope scope = block.alone();
    return Column.of(
        draft.withoutParameters(
            () ->
                identity.isEmpty() || choices.chance(50)
                    ? overPeers(kind, scope)
                    : overRows(kind, scope, identity)),
        kind);
  }

  private String overPeers(Kind kind, Scope scope) {
    String function =
        switch (kind) {
          case INTEGER ->
              choices.pick(
                  "rank()", "count(*)", "dense_rank()", "sum(%s)::bigint", "max(%s)", "count(%s)");
          case NUMERIC -> choices.pick("sum(%s)", "min(%s)", "max(%s)");
          case TEXT, DATE -> choices.pick("min(%s)", "max(%s)");
          case BOOLEAN -> choices.pick("bool_or(%s)", "bool_and(%s)");
        };
    String value = grammar.expressions().atom(kind, scope);
    String order =
        choices.chance(60)
            ? "ORDER BY " + choices.pick(scope.columns()).text() + choices.pick("", " DESC")
            : "";
    String frame =
        !order.isEmpty() && choices.chance(20)
            ? choices.pick(
                " RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
                " GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING")
            : "";
    String call = function.formatted(value);
    String cast = call.endsWith("::bigint") ? "::bigint" : "";
    return call.substring(0, call.length() - cast.length())
        + " OVER ("
        + String.join(" ", partition(scope), order).strip()
        + frame
        + ")"
        + cast;
  }

  private String overRows(Kind kind, Scope scope, List<Column> identity) {
    String value = "(%s)::%s".formatted(grammar.expressions().atom(kind, scope), kind.type());
    String function =
        kind == Kind.INTEGER && choices.chance(60)
            ? choices.pick("row_number()", "ntile(3)")
            : choices
                .pick(
                    "lag(%s)",
                    "lead(%s, 2)", "first_value(%s)", "last_value(%s)", "nth_value(%s, 2)")
                .formatted(value);
    boolean framed = !function.startsWith("row") && !function.startsWith("ntile");
    String frame =
        framed && choices.chance(30)
            ? choices.pick(
                " ROWS BETWEEN 2 PRECEDING AND CURRENT ROW",
                " ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING")
            : "";
    String order = identity.stream().map(Column::text).collect(Collectors.joining(", "));
    String first =
        choices.chance(50)
            ? choices.pick(scope.columns()).text() + choices.pick("", " DESC") + ", "
            : "";
    return "%s OVER (%s%s)"
        .formatted(
            function,
            String.join(" ", partition(scope), "ORDER BY " + first + order).strip(),
            frame);
  }

  private String partition(Scope scope) {
    return choices.chance(60)
        ? "PARTITION BY "
            + choices.some(scope.columns(), 2).stream()
                .map(Column::text)
                .collect(Collectors.joining(", "))
        : "";
  }
}
