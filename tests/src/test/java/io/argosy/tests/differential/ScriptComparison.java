package io.argosy.tests.differential;

import io.argosy.tests.differential.Outcome.Failure;
import io.argosy.tests.differential.Outcome.Rows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs scripts on two databases at once, one connection each per script, and collects every
 * difference between what the clients see. Not thread-safe.
 */
final class ScriptComparison {
  private static final Pattern LIMIT_AT_END =
      Pattern.compile(
          "\\s+(limit|offset|fetch)\\s+\\S+(\\s+(limit|offset|rows?|fetch|next|first|only|with|ties|\\d+))*\\s*$",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern QUERY =
      Pattern.compile(
          "\\s*\\(*(select|with|values|table)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern STRATEGY =
      Pattern.compile("\"Strategy\"\\s*:\\s*\"(ROUTE|PUSHDOWN|STAGED|GATHER)\"");

  private final Database reference;
  private final Database subject;
  private final Map<String, Integer> statementsByStrategy = new TreeMap<>();
  private int compared;

  ScriptComparison(Database reference, Database subject) {
    this.reference = reference;
    this.subject = subject;
  }

  /** Compares the statements in order and says each difference in words, statement included. */
  List<String> compare(List<ScriptStatement> statements) throws SQLException {
    List<String> differences = new ArrayList<>();
    StatementRunner expected = new StatementRunner(reference);
    StatementRunner actual = new StatementRunner(subject);
    try (expected;
        actual) {
      for (ScriptStatement statement : statements) {
        if (!statement.directives().placement()) {
          compared++;
          difference(statement, expected, actual)
              .or(() -> strategyDifference(statement, actual))
              .ifPresent(difference -> differences.add(describe(statement, difference)));
        } else if (subject.distributed()) {
          Outcome declared = actual.run(statement);
          if (!(declared instanceof Rows)) {
            differences.add(describe(statement, declared.toString()));
          }
        }
      }
    }
    return differences;
  }

  /** How many statements were answered by which strategy; empty for a database that has none. */
  Map<String, Integer> statementsByStrategy() {
    return Map.copyOf(statementsByStrategy);
  }

  int compared() {
    return compared;
  }

  private static Optional<String> difference(
      ScriptStatement statement, StatementRunner expected, StatementRunner actual) {
    Outcome wanted = expected.run(statement);
    Optional<String> unexpected = corpusError(statement, wanted);
    Outcome got = actual.run(statement);
    if (unexpected.isPresent()) {
      return unexpected;
    }
    Optional<Rows> uncut = Optional.empty();
    if (statement.directives().order() instanceof RowOrder.CutTies) {
      String unlimited = LIMIT_AT_END.matcher(statement.sql()).replaceFirst("");
      uncut = Optional.of((Rows) expected.run(statement, unlimited));
    }
    return OutcomeComparison.difference(wanted, got, statement.directives().order(), uncut);
  }

  /** What the reference must have done; otherwise the statement itself is wrong. */
  private static Optional<String> corpusError(ScriptStatement statement, Outcome wanted) {
    String actualState = Outcome.failureOf(wanted).map(Failure::sqlState).orElse("");
    String expectedState = statement.directives().errorState().orElse("");
    return actualState.equals(expectedState)
        ? Optional.empty()
        : Optional.of(
            "the reference answers SQLSTATE '%s', the script says '%s': %s"
                .formatted(actualState, expectedState, Outcome.failureOf(wanted).orElse(null)));
  }

  private Optional<String> strategyDifference(ScriptStatement statement, StatementRunner actual) {
    if (!subject.distributed()
        || statement.directives().errorState().isPresent()
        || !QUERY.matcher(statement.sql()).matches()) {
      return Optional.empty();
    }
    String strategy = strategy(statement, actual);
    statementsByStrategy.merge(strategy, 1, Integer::sum);
    return statement
        .directives()
        .strategy()
        .filter(wanted -> !wanted.equals(strategy))
        .map(wanted -> "expected strategy " + wanted + ", actual " + strategy);
  }

  private static String strategy(ScriptStatement statement, StatementRunner actual) {
    Outcome plan = actual.run(statement, "EXPLAIN (FORMAT JSON) " + statement.sql());
    Matcher strategy = STRATEGY.matcher(plan.toString());
    return strategy.find() ? strategy.group(1) : "no strategy in: " + plan;
  }

  private static String describe(ScriptStatement statement, String difference) {
    return "%s\n%s;\n%s".formatted(statement.location(), statement.sql(), difference).indent(2);
  }
}
