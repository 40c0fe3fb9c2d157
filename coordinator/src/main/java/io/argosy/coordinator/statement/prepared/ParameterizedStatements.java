package io.argosy.coordinator.statement.prepared;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.prepared.ParameterizedTexts.Known;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;
import java.util.Set;

/**
 * Statements whose constants become parameters, since texts that differ in them alone are sent
 * again and again: what takes one row by its key takes PostgreSQL less time than the coordinator
 * needs to plan it. A plan that is chosen by cost is chosen with the constants.
 */
public final class ParameterizedStatements {
  /** Classes of errors that say something of the text: it is prepared as it is, and fails again. */
  private static final Set<String> OF_TEXT = Set.of("0A", "22", "42");

  private final ParameterizedTexts common;
  private final StatementDescriber describer;
  private final OwnStatements own;

  public ParameterizedStatements(
      ParameterizedTexts common, StatementDescriber describer, OwnStatements own) {
    this.common = common;
    this.describer = describer;
    this.own = own;
  }

  private ParameterizedTexts texts() {
    return describer.onOwnBackend() ? own.parameterizedTexts() : common;
  }

  /** The statement with parameters; empty if it is to be prepared as it is. */
  public Optional<PreparedStatement> prepare(SqlStatement statement, int[] givenTypes) {
    if (givenTypes.length > 0 || statement.callsSetConfig()) {
      return Optional.empty();
    }
    return ParameterizedText.of(statement).flatMap(text -> prepare(statement, text));
  }

  private Optional<PreparedStatement> prepare(SqlStatement statement, ParameterizedText text) {
    ParameterizedTexts texts = texts();
    return switch (texts.see(text.key(), statement.sql())) {
      case Known.New ignored -> Optional.empty();
      case Known.Unsuited ignored -> Optional.empty();
      case Known.Suited ignored -> withParameters(statement, text);
      case Known.Seen seen -> {
        if (isChosenByCost(seen.first())) {
          texts.unsuited(text.key());
          yield Optional.empty();
        }
        Optional<PreparedStatement> prepared = withParameters(statement, text);
        if (prepared.isPresent()) {
          texts.suited(text.key());
        }
        yield prepared;
      }
    };
  }

  /** Then it would be so again, and need not be planned with parameters to find that out. */
  private boolean isChosenByCost(String first) {
    return describer.knownPlan(first).filter(planned -> !isPlannedByRule(planned)).isPresent();
  }

  private Optional<PreparedStatement> withParameters(
      SqlStatement statement, ParameterizedText text) {
    try {
      PreparedStatement prepared =
          describer
              .attempt(SqlStatement.of(text.sql()), text.types())
              .withConstants(statement, text.values());
      int[] found = prepared.description().parameterTypes();
      boolean plain = text.hasPlainTypes(found);
      if (plain && !text.hasPlainValues(found)) {
        return Optional.empty();
      }
      if (plain && isSuited(describer.plan(prepared))) {
        return Optional.of(prepared);
      }
    } catch (PostgresException e) {
      if (!OF_TEXT.contains(e.error().sqlStateClass())) {
        throw e;
      }
    }
    texts().unsuited(text.key());
    return Optional.empty();
  }

  /** Of what may change the session's own objects, it remembers no plan. */
  private boolean isSuited(PlannedStatement planned) {
    return isPlannedByRule(planned)
        && !(planned.sideEffects().runsAnything() && describer.onOwnBackend());
  }

  private static boolean isPlannedByRule(PlannedStatement planned) {
    return planned.plan() instanceof Plan.Route
        || planned.plan() instanceof Plan.Modify
        || planned.plan() instanceof Plan.Carried
        || planned.insertsRows();
  }
}
