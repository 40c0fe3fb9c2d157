package io.argosy.tests.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** FROM clauses: one source or several joined ones. */
final class Joins {
  private static final Set<String> DOMAINS = Set.of("k", "v", "n", "tag", "day");
  private static final long FEW_ROWS = 4_000;
  private static final long MANY_ROWS = 20_000;

  private final Draft draft;
  private final Choices choices;
  private final Grammar grammar;

  Joins(Grammar grammar) {
    this.grammar = grammar;
    this.draft = grammar.draft();
    this.choices = draft.choices();
  }

  /**
   * A FROM clause.
   *
   * @param conditions what its WHERE clause must have so that it does not multiply all its rows
   */
  record From(Source source, List<String> conditions) {}

  /**
   * A FROM clause.
   *
   * @param outer the columns of the blocks around it
   * @param wanted what the block's output columns must be like
   */
  From from(List<Column> outer, List<Column> wanted) {
    From first =
        grammar.nesting().allowed() && choices.chance(4)
            ? grammar.unions().from(outer)
            : new From(grammar.sources().next(outer, wanted.isEmpty() ? outer : wanted), List.of());
    Source source = first.source();
    List<String> conditions = new ArrayList<>(first.conditions());
    int more = Math.max(0, choices.below(10) - 4) / 2;
    boolean commas = choices.chance(35);
    for (int i = 0; i < more && draft.roomFor(1); i++) {
      if (commas) {
        Source right = grammar.sources().next(outer, source.columns());
        Equality equality = equality(source, right);
        conditions.add(equality.sql());
        source = Source.joined(source.sql() + ", " + right.sql(), source, right, equality.rows());
      } else {
        source = joined(source, outer);
      }
    }
    return new From(source, conditions);
  }

  private Source joined(Source left, List<Column> outer) {
    if (choices.chance(10) && grammar.nesting().allowed()) {
      return lateral(left, outer);
    }
    Source right =
        choices.chance(12) && draft.roomFor(2)
            ? parenthesised(left, outer)
            : grammar.sources().next(outer, left.columns());
    if (choices.chance(6)) {
      Optional<Source> named = grammar.namedJoins().join(left, right);
      if (named.isPresent()) {
        return named.get();
      }
    }
    Equality equality = equality(left, right);
    Scope scope =
        new Scope(Stream.concat(left.columns().stream(), right.columns().stream()).toList(), outer);
    return switch (choices.below(11)) {
      case 0, 1, 2, 3 ->
          join(
              left,
              choices.pick("JOIN", "INNER JOIN"),
              right,
              on(left, right, equality, scope),
              equality);
      case 4, 5, 6 -> join(left, "LEFT JOIN", right, on(left, right, equality, scope), equality);
      case 7 -> join(left, "RIGHT JOIN", right, on(left, right, equality, scope), equality);
      case 8, 9 -> join(left, "FULL JOIN", right, " ON " + equality.sql(), equality);
      default ->
          left.rows() * right.rows() < FEW_ROWS
              ? Source.joined(
                  left.sql() + " CROSS JOIN " + right.sql(),
                  left,
                  right,
                  left.rows() * right.rows())
              : join(left, "JOIN", right, " ON " + equality.sql(), equality);
    };
  }

  private static Source join(Source left, String kind, Source right, String on, Equality equality) {
    return Source.joined(
        "%s %s %s%s".formatted(left.sql(), kind, right.sql(), on),
        left,
        right,
        Math.max(equality.rows(), Math.max(left.rows(), right.rows())));
  }

  private String on(Source left, Source right, Equality equality, Scope scope) {
    if (left.rows() * right.rows() < MANY_ROWS && choices.chance(15)) {
      return " ON " + inequality(left, right);
    }
    List<String> shared = NamedJoins.shared(left, right);
    if (!shared.isEmpty() && choices.chance(15)) {
      return " USING (" + choices.pick(shared) + ")";
    }
    if (choices.chance(25)) {
      return " ON %s AND %s".formatted(equality.sql(), grammar.predicates().simple(scope, 1));
    }
    return " ON " + equality.sql();
  }

  private Source lateral(Source left, List<Column> outer) {
    draft.useSource();
    List<Column> around = Stream.concat(left.columns().stream(), outer.stream()).toList();
    Source right = grammar.sources().derived("LATERAL ", around);
    long rows = left.rows() * Math.max(1, right.rows() / 4);
    if (choices.chance(50)) {
      String on =
          choices.chance(60)
              ? "true"
              : grammar.predicates().simple(new Scope(right.columns(), left.columns()), 1);
      return Source.joined(
          "%s LEFT JOIN %s ON %s".formatted(left.sql(), right.sql(), on), left, right, rows);
    }
    return Source.joined(
        "%s%s%s".formatted(left.sql(), " CROSS JOIN ", right.sql()), left, right, rows);
  }

  private Source parenthesised(Source near, List<Column> outer) {
    Source first = grammar.sources().next(outer, near.columns());
    Source second = grammar.sources().next(outer, first.columns());
    Equality equality = equality(first, second);
    Source pair =
        join(
            first,
            choices.pick("JOIN", "LEFT JOIN", "FULL JOIN"),
            second,
            " ON " + equality.sql(),
            equality);
    return new Source("(" + pair.sql() + ")", pair.columns(), pair.identity(), pair.rows());
  }

  private record Equality(String sql, long rows) {}

  private Equality equality(Source left, Source right) {
    List<String> onKeys = new ArrayList<>();
    List<String> onDomains = new ArrayList<>();
    List<String> onNumbers = new ArrayList<>();
    List<String> onKinds = new ArrayList<>();
    for (Column first : left.columns()) {
      for (Column second : right.columns()) {
        if (first.kind() != second.kind() || first.kind() == Kind.BOOLEAN) {
          continue;
        }
        String sql = "%s = %s".formatted(first.text(), second.text());
        if (!first.domain().equals(second.domain()) || !joinable(first.domain())) {
          (first.kind() == Kind.INTEGER ? onNumbers : onKinds).add(sql);
        } else if (first.domain().endsWith("key")) {
          onKeys.add(sql);
        } else {
          onDomains.add(sql);
        }
      }
    }
    long product = left.rows() * right.rows();
    if (!onKeys.isEmpty() && !choices.chance(8)) {
      String sql = choices.pick(onKeys);
      return choices.chance(25)
          ? new Equality(sql + " AND " + choices.pick(onKeys), product / 100)
          : new Equality(sql, Math.max(product / 20, Math.max(left.rows(), right.rows())));
    }
    if (!onDomains.isEmpty() && !choices.chance(8)) {
      String sql = choices.pick(onDomains);
      if (product > MANY_ROWS) {
        sql += " AND " + choices.pick(onDomains);
      }
      return new Equality(sql, product / 5);
    }
    if (!onNumbers.isEmpty() && !choices.chance(20)) {
      return new Equality(choices.pick(onNumbers), product / 10);
    }
    if (onKinds.isEmpty()) {
      return new Equality("1 = 1", product);
    }
    return new Equality(choices.pick(onKinds), product / 10);
  }

  private static boolean joinable(String domain) {
    return domain.endsWith("key") || DOMAINS.contains(domain);
  }

  private String inequality(Source left, Source right) {
    List<Kind> kinds =
        Stream.of(Kind.INTEGER, Kind.NUMERIC, Kind.DATE, Kind.TEXT)
            .filter(kind -> has(left, kind) && has(right, kind))
            .toList();
    if (kinds.isEmpty()) {
      return "1 = 1";
    }
    Kind kind = choices.pick(kinds);
    return "%s %s %s"
        .formatted(
            choices.pick(of(left, kind)).operand(),
            choices.pick("<", "<=", ">", "<>", "IS NOT DISTINCT FROM"),
            choices.pick(of(right, kind)).operand());
  }

  private static boolean has(Source source, Kind kind) {
    return !of(source, kind).isEmpty();
  }

  private static List<Column> of(Source source, Kind kind) {
    return source.columns().stream().filter(column -> column.kind() == kind).toList();
  }
}
