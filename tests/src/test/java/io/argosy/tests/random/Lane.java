package io.argosy.tests.random;

import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.Outcome;
import io.argosy.tests.differential.OutcomeComparison;
import io.argosy.tests.differential.ScriptStatement;
import io.argosy.tests.differential.StatementRunner;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A connection to the reference and one to the database under test, which see one placement. Not
 * thread-safe.
 */
final class Lane implements AutoCloseable {
  private static final Pattern STRATEGY =
      Pattern.compile("\"Strategy\"\\s*:\\s*\"([A-Z_]+)\",\\s*\"Reason\"\\s*:\\s*\"([^\"]*)\"");
  private static final int REFERENCE_SECONDS = 3;
  private static final int SUBJECT_SECONDS = 30;
  private static final String CANCELED = "57014";

  private final Placement placement;
  private final Database subject;
  private final StatementRunner expected;
  private final StatementRunner actual;

  Lane(Placement placement, Database reference, Database subject) throws SQLException {
    this.placement = placement;
    this.subject = subject;
    this.expected = new StatementRunner(placement.in(reference, REFERENCE_SECONDS));
    this.actual = new StatementRunner(placement.in(subject, SUBJECT_SECONDS));
  }

  /** What came of one statement. */
  sealed interface Verdict {
    /** Both gave the same rows. */
    record Same(long rows) implements Verdict {}

    /** Both failed with the same SQLSTATE. */
    record SameError(String sqlState, String message) implements Verdict {}

    /** The reference takes too long to wait for. */
    record TooSlow() implements Verdict {}

    /** Not the same, in words. */
    record Different(String difference) implements Verdict {}
  }

  Verdict compare(RandomStatement random) {
    ScriptStatement statement = random.asScriptStatement(placement.schema());
    Outcome wanted = expected.run(statement);
    Optional<Outcome.Failure> failure = Outcome.failureOf(wanted);
    if (failure.filter(error -> error.sqlState().equals(CANCELED)).isPresent()
        || wanted instanceof Outcome.NoAnswer) {
      return new Verdict.TooSlow();
    }
    Outcome got = actual.run(statement);
    if (failure.isPresent()
        && Outcome.failureOf(got)
            .filter(error -> error.sqlState().equals(failure.get().sqlState()))
            .isPresent()) {
      return new Verdict.SameError(failure.get().sqlState(), failure.get().message());
    }
    return OutcomeComparison.difference(
            withoutModifiers(wanted),
            withoutModifiers(got),
            statement.directives().order(),
            Optional.empty())
        .<Verdict>map(Verdict.Different::new)
        .orElseGet(
            () -> new Verdict.Same(wanted instanceof Outcome.Rows rows ? rows.rows().size() : 0));
  }

  /**
   * PostgreSQL describes a prepared statement with the type modifiers that its text has, but a
   * portal with those that its planner finds (EXCEPT, a CASE of constants): they are no property of
   * the statement.
   */
  private static Outcome withoutModifiers(Outcome outcome) {
    return outcome instanceof Outcome.Rows(List<Outcome.Column> columns, List<List<String>> rows)
        ? new Outcome.Rows(
            columns.stream()
                .map(column -> new Outcome.Column(column.name(), column.type(), 0, 0))
                .toList(),
            rows)
        : outcome;
  }

  /** What EXPLAIN says about a statement; both empty on a database without strategies. */
  record Strategy(String name, String reason) {}

  Strategy strategy(RandomStatement random) {
    Outcome plan = explain(random, "EXPLAIN (FORMAT JSON) ");
    Matcher strategy = STRATEGY.matcher(plan.toString());
    return strategy.find()
        ? new Strategy(strategy.group(1), strategy.group(2))
        : new Strategy("", "");
  }

  /** The text of EXPLAIN. */
  String explanation(RandomStatement random) {
    return switch (explain(random, "EXPLAIN ")) {
      case Outcome.Rows rows ->
          String.join("\n", rows.rows().stream().map(List::getFirst).toList());
      case Outcome.Count count -> count.toString();
      case Outcome.Failure error -> error.toString();
      case Outcome.NoAnswer none -> none.toString();
    };
  }

  private Outcome explain(RandomStatement random, String explain) {
    return actual.run(random.asScriptStatement(placement.schema()), explain + random.sql());
  }

  Placement placement() {
    return placement;
  }

  Database subject() {
    return subject;
  }

  @Override
  public void close() throws SQLException {
    expected.close();
    actual.close();
  }
}
