package io.argosy.tests.transactions;

import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.Directives;
import io.argosy.tests.differential.Outcome;
import io.argosy.tests.differential.OutcomeComparison;
import io.argosy.tests.differential.RowOrder;
import io.argosy.tests.differential.ScriptStatement;
import io.argosy.tests.differential.StatementRunner;
import io.argosy.tests.random.Choices;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs sequences on a reference and on the database under test, which begin with the same rows. A
 * statement that the database under test refuses with 0A000 is kept from the reference, too; in a
 * block, both are failed afterwards. Not thread-safe.
 */
final class SequenceRun implements AutoCloseable {
  private static final String NOT_SUPPORTED = "0A000";
  private static final String INTEGRITY_VIOLATION = "23";

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE keyed (k int PRIMARY KEY, a int DEFAULT 3, b text DEFAULT 'new',"
              + " CHECK (a <> 99))",
          "CREATE TABLE heap (k int, a int, b text DEFAULT 'new')",
          "CREATE TABLE copied (k int PRIMARY KEY, a int DEFAULT 3, b text DEFAULT 'new')",
          "CREATE TABLE loose (k int NOT NULL, a int, b text DEFAULT 'new')");
  private static final List<String> PLACEMENTS =
      List.of(
          "SELECT create_distributed_table('keyed', 'k')",
          "SELECT create_distributed_table('heap', 'k', colocate_with => 'keyed')",
          "SELECT create_reference_table('copied')",
          "SELECT create_reference_table('loose')");

  private final long seed;
  private final StatementRunner reference;
  private final StatementRunner subject;
  private final List<String> differences = new ArrayList<>();
  private final Map<String, Integer> refused = new TreeMap<>();
  private final Map<String, Integer> errors = new TreeMap<>();
  private int equal;
  private boolean block;

  /** Creates the tables on both. */
  SequenceRun(long seed, Database reference, Database subject) throws SQLException {
    this.seed = seed;
    this.reference = new StatementRunner(reference);
    this.subject = new StatementRunner(subject);
    for (String sql : TABLES) {
      succeed(sql);
    }
    // Both have the constraint that placement adds.
    succeed("ALTER TABLE heap ALTER k SET NOT NULL");
    for (String sql : PLACEMENTS) {
      require(sql, run(this.subject, sql));
    }
  }

  /** Runs the sequence of a number up to the first difference. */
  void run(long number) {
    reset();
    List<String> done = new ArrayList<>();
    for (String sql : Sequence.build(Choices.random(seed, number)).statements()) {
      done.add(sql);
      Optional<String> difference = compare(sql);
      if (difference.isPresent()) {
        different(number, done, difference.get());
        return;
      }
    }
    run(reference, "ROLLBACK");
    run(subject, "ROLLBACK");
    for (String table : Terms.TABLES) {
      difference(run(reference, "TABLE " + table), run(subject, "TABLE " + table))
          .ifPresent(text -> different(number, done, "table " + table + " at the end: " + text));
    }
  }

  private void reset() {
    block = false;
    run(reference, "ROLLBACK");
    run(subject, "ROLLBACK");
    for (String table : Terms.TABLES) {
      succeed("TRUNCATE " + table);
      String repeated =
          Terms.TABLES_WITH_KEY.contains(table) ? "" : ", (2, 5, 'y'), (7, NULL, NULL)";
      succeed(
          "INSERT INTO "
              + table
              + " VALUES (1, 1, 'x'), (2, 5, 'y'), (3, NULL, 'z'), (5, 2, NULL),"
              + " (8, 2, 'x'), (11, 6, 'y')"
              + repeated);
    }
  }

  private Optional<String> compare(String sql) {
    Outcome got = run(subject, sql);
    Optional<Outcome.Failure> refusal =
        Outcome.failureOf(got).filter(failure -> failure.sqlState().equals(NOT_SUPPORTED));
    if (refusal.isPresent() && !controls(sql)) {
      refused.merge(refusal.get().message(), 1, Integer::sum);
      if (block) {
        run(reference, "SELECT 1 / 0");
      }
      return Optional.empty();
    }
    Outcome wanted = run(reference, sql);
    follow(sql);
    Optional<String> state = Outcome.failureOf(wanted).map(Outcome.Failure::sqlState);
    if (state.isPresent() && sameError(state.get(), got)) {
      errors.merge(state.get(), 1, Integer::sum);
      return Optional.empty();
    }
    Optional<String> difference = difference(wanted, got);
    if (difference.isEmpty()) {
      equal++;
    }
    return difference;
  }

  /** Which of several constraints is met first depends on the order of the rows. */
  private static boolean sameError(String wanted, Outcome got) {
    return Outcome.failureOf(got)
        .map(Outcome.Failure::sqlState)
        .filter(
            state ->
                state.equals(wanted)
                    || (state.startsWith(INTEGRITY_VIOLATION)
                        && wanted.startsWith(INTEGRITY_VIOLATION)))
        .isPresent();
  }

  /** What begins and ends transactions and their parts is never refused. */
  private static boolean controls(String sql) {
    return Stream.of("BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
        .anyMatch(sql::startsWith);
  }

  private void follow(String sql) {
    if (sql.startsWith("BEGIN") || sql.startsWith("START")) {
      block = true;
    } else if (sql.equals("COMMIT") || sql.equals("ROLLBACK")) {
      block = false;
    }
  }

  private static Optional<String> difference(Outcome wanted, Outcome got) {
    return OutcomeComparison.difference(wanted, got, new RowOrder.Unordered(), Optional.empty());
  }

  private void different(long number, List<String> done, String difference) {
    differences.add(
        "-Dtransactions.seed=%d -Dtransactions.first=%d -Dtransactions.sequences=1%n%s;%n%s"
            .formatted(seed, number, String.join(";\n", done), difference));
  }

  private void succeed(String sql) {
    require(sql, run(reference, sql));
    require(sql, run(subject, sql));
  }

  private static void require(String sql, Outcome outcome) {
    if (!(outcome instanceof Outcome.Count || outcome instanceof Outcome.Rows)) {
      throw new IllegalStateException(sql + ": " + outcome);
    }
  }

  private static Outcome run(StatementRunner runner, String sql) {
    return runner.run(
        new ScriptStatement("transactions", 0, sql, Directives.parse(List.of()), Optional.empty()));
  }

  List<String> differences() {
    return differences;
  }

  /** Statements that both carried out, with the same rows or counts. */
  int equal() {
    return equal;
  }

  int refusals() {
    return refused.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public String toString() {
    return "%d statements equal, errors on both %s, refused %d%s"
        .formatted(
            equal,
            errors,
            refusals(),
            refused.entrySet().stream()
                .map(reason -> "%n%8d %s".formatted(reason.getValue(), reason.getKey()))
                .collect(Collectors.joining()));
  }

  @Override
  public void close() throws SQLException {
    reference.close();
    subject.close();
  }
}
