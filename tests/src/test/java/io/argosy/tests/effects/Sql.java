package io.argosy.tests.effects;

import io.argosy.tests.differential.Directives;
import io.argosy.tests.differential.Outcome;
import io.argosy.tests.differential.ScriptStatement;
import io.argosy.tests.differential.StatementRunner;
import java.util.List;
import java.util.Optional;

/** Statements without parameters, and what is said of their outcomes. */
final class Sql {
  private Sql() {}

  static ScriptStatement plain(String sql) {
    return new ScriptStatement("", 0, sql, Directives.parse(List.of()), Optional.empty());
  }

  static boolean refuses(Outcome outcome) {
    return outcome instanceof Outcome.Failure failure && failure.sqlState().equals("0A000");
  }

  static void require(StatementRunner runner, String sql) {
    Outcome outcome = runner.run(plain(sql));
    if (outcome instanceof Outcome.Failure || outcome instanceof Outcome.NoAnswer) {
      throw new IllegalStateException(sql + ": " + outcome);
    }
  }
}
