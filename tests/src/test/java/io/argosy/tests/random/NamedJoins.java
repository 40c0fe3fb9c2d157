package io.argosy.tests.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Joins by the names that both sides have, whose columns may have different types: USING, whose
 * merged column may be read, and NATURAL.
 */
final class NamedJoins {
  private static final long MANY_ROWS = 20_000;

  private final Draft draft;
  private final Choices choices;

  NamedJoins(Grammar grammar) {
    this.draft = grammar.draft();
    this.choices = draft.choices();
  }

  /** A join, if there is a name to join by and not too many rows. */
  Optional<Source> join(Source left, Source right) {
    List<String> shared = shared(left, right);
    long rows = left.rows() * right.rows() / 5;
    if (shared.isEmpty() || rows > MANY_ROWS) {
      return Optional.empty();
    }
    String kind = choices.pick("JOIN", "LEFT JOIN", "FULL JOIN", "RIGHT JOIN");
    if (choices.chance(30)) {
      return shared.stream().allMatch(name -> sameKind(left, right, name))
              && Stream.concat(left.columns().stream(), right.columns().stream())
                  .allMatch(column -> column.text().contains("."))
              && names(left).stream()
                  .filter(names(right)::contains)
                  .distinct()
                  .allMatch(shared::contains)
          ? Optional.of(
              Source.joined(
                  "%s NATURAL %s %s".formatted(left.sql(), kind, right.sql()), left, right, rows))
          : Optional.empty();
    }
    String name = choices.pick(shared);
    if (!sameKind(left, right, name)) {
      return Optional.empty();
    }
    String sql = "%s %s %s USING (%s)".formatted(left.sql(), kind, right.sql(), name);
    Source joined = Source.joined(sql, left, right, rows);
    return Optional.of(choices.chance(60) ? named(joined, merged(left, right, name)) : joined);
  }

  /** A derived table of the merged column, which is not named elsewhere, and some of the others. */
  private Source named(Source joined, Column merged) {
    List<Column> inner =
        Stream.concat(Stream.of(merged), choices.some(joined.columns(), 4).stream()).toList();
    String alias = draft.name("d");
    List<Column> columns = new ArrayList<>();
    List<String> items = new ArrayList<>();
    for (Column column : inner) {
      String name = draft.name("c");
      items.add(column.text() + " AS " + name);
      columns.add(column.as(alias + "." + name));
    }
    return new Source(
        "(SELECT %s FROM %s) AS %s".formatted(String.join(", ", items), joined.sql(), alias),
        columns,
        columns,
        joined.rows());
  }

  private static Column merged(Source left, Source right, String name) {
    Column first = named(left, name);
    return new Column(
        name,
        first.kind(),
        first.domain(),
        first.samples(),
        first.form().with(named(right, name).form()),
        true);
  }

  private static boolean sameKind(Source left, Source right, String name) {
    return named(left, name).kind() == named(right, name).kind();
  }

  private static Column named(Source source, String name) {
    return source.columns().get(names(source).indexOf(name));
  }

  /** Names that each side has exactly once, with values that can be compared. */
  static List<String> shared(Source left, Source right) {
    return names(left).stream()
        .filter(name -> once(left, name) && once(right, name))
        .distinct()
        .toList();
  }

  private static boolean once(Source source, String name) {
    return names(source).stream().filter(name::equals).count() == 1
        && source.columns().stream().allMatch(column -> column.text().contains("."));
  }

  private static List<String> names(Source source) {
    return source.columns().stream()
        .map(column -> column.text().substring(column.text().indexOf('.') + 1))
        .toList();
  }
}
