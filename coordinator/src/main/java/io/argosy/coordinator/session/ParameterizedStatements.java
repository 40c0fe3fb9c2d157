package io.argosy.coordinator.session;

import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.catalog.PlannedStatement;
import io.argosy.planner.plan.Plan;
import java.util.Optional;
import java.util.Set;

/**
 * Statements whose constants become parameters, since texts that differ in them alone are sent
 * again and again: what takes one row by its key takes PostgreSQL less time than the coordinator
 * needs to plan it. A plan that is chosen by cost is chosen with the constants.
 */
final class ParameterizedStatements {
  /** Classes of errors that say something of the text: it is prepared as it is, and fails again. */
  private static final Set<String> OF_TEXT = Set.of("0A", "22", "42");

  private final ParameterizedTexts texts;
  private final StatementDescriber describer;

  ParameterizedStatements(ParameterizedTexts texts, StatementDescriber describer) {
    this.texts = texts;
    this.describer = describer;
  }

  /** The statement with parameters; empty if it is to be prepared as it is. */
  Optional<PreparedStatement> prepare(SqlStatement statement, int[] givenTypes) {
    if (givenTypes.length > 0 || describer.onOwnBackend()) {
      return Optional.empty();
    }
    return ParameterizedText.of(statement)
        .filter(text -> mayBeSuited(statement, text))
        .flatMap(text -> prepare(statement, text));
  }

  private boolean mayBeSuited(SqlStatement statement, ParameterizedText text) {
    return switch (texts.see(text.sql(), statement.sql())) {
      case ParameterizedTexts.Known.New ignored -> false;
      case ParameterizedTexts.Known.Unsuited ignored -> false;
      case ParameterizedTexts.Known.Seen seen -> {
        // What was chosen by cost then would be so again: it need not be planned to find that out.
        boolean may =
            describer
                .knownPlan(seen.first())
                .map(ParameterizedStatements::isPlannedByRule)
                .orElse(true);
        if (!may) {
          texts.unsuited(text.sql());
        }
        yield may;
      }
    };
  }

  private Optional<PreparedStatement> prepare(SqlStatement statement, ParameterizedText text) {
    try {
      PreparedStatement prepared =
          describer
              .prepare(SqlStatement.of(text.sql()), text.types())
              .withConstants(statement, text.values());
      if (text.accepts(prepared.description().parameterTypes())
          && isPlannedByRule(describer.plan(prepared))) {
        return Optional.of(prepared);
      }
    } catch (PostgresException e) {
      if (!OF_TEXT.contains(e.error().sqlStateClass())) {
        throw e;
      }
    }
    texts.unsuited(text.sql());
    return Optional.empty();
  }

  private static boolean isPlannedByRule(PlannedStatement planned) {
    return planned.plan() instanceof Plan.Route
        || planned.plan() instanceof Plan.Modify
        || planned.insertsRows();
  }
}
