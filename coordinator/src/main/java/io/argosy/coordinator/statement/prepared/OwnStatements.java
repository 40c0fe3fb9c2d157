package io.argosy.coordinator.statement.prepared;

import io.argosy.coordinator.analysis.Description;
import io.argosy.coordinator.analysis.MomentLiterals;
import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.StatementCache;
import io.argosy.coordinator.cluster.LoggedInRole;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.planner.plan.Plan;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a session knows of its statements that others must not know, since it has objects that they
 * do not see: temporary ones, or those of its transaction. It is forgotten when the common catalog
 * changes, and by whatever may have changed what only this session sees. Of a statement that may do
 * so nothing is remembered as long as it runs, and what such a statement has made may go again with
 * its transaction. Not thread-safe.
 */
public final class OwnStatements {
  private static final int ENTRIES = 200;

  private final StatementCache common;
  private final LongSupplier backend;
  private final LoggedInRole role;
  private final StatementCache known = new StatementCache(ENTRIES);
  private final ParameterizedTexts parameterizedTexts = new ParameterizedTexts();
  private long commonVersion;
  private long backendAsked;
  private Optional<Set<String>> temporaryNames = Optional.empty();
  private boolean changing;
  private boolean changed;

  /**
   * @param common what all sessions know
   * @param backend another number for each backend that the session's objects are in
   */
  public OwnStatements(StatementCache common, LongSupplier backend, LoggedInRole role) {
    this.common = common;
    this.backend = backend;
    this.role = role;
  }

  /** A statement starts that has been prepared. */
  public void starts(SqlStatement statement) {
    StatementKind kind = statement.kind();
    if (kind.is(StatementKind.Property.MAY_UNDO_CHANGES) && changed
        || kind.is(StatementKind.Property.MAY_CHANGE_OBJECTS) && !statement.truncates()) {
      changing();
    } else if (changing) {
      changing = false;
      forget();
    }
  }

  /** The statement that runs may make or drop objects. */
  public void changing() {
    changing = true;
    changed = true;
  }

  /** No transaction is open, and no statement runs. */
  public void ended() {
    if (changed) {
      changing = false;
      changed = false;
      forget();
    }
  }

  private void forget() {
    temporaryNames = Optional.empty();
    known.clear();
  }

  /** Which texts the session has seen with other constants. */
  ParameterizedTexts parameterizedTexts() {
    return parameterizedTexts;
  }

  Description description(
      String sql, int[] givenTypes, Map<String, String> settings, Supplier<Description> asked) {
    return knownDescription(sql, givenTypes, settings)
        .orElseGet(
            () -> {
              long seen = known.version();
              Description description = asked.get();
              if (remembers()) {
                known.put(seen, sql, givenTypes, role, settings, description);
              }
              return description;
            });
  }

  Optional<Description> knownDescription(
      String sql, int[] givenTypes, Map<String, String> settings) {
    return remembers() ? known.description(sql, givenTypes, role, settings) : Optional.empty();
  }

  PlannedStatement plan(
      String sql, int[] givenTypes, Map<String, String> settings, Supplier<PlannedStatement> made) {
    return knownPlan(sql, givenTypes, settings)
        .orElseGet(
            () -> {
              long seen = known.version();
              PlannedStatement planned = made.get();
              if (remembers() && isLasting(planned) && !MomentLiterals.replacedIn(planned)) {
                known.put(seen, givenTypes, role, settings, planned);
              }
              return planned;
            });
  }

  Optional<PlannedStatement> knownPlan(String sql, int[] givenTypes, Map<String, String> settings) {
    return remembers() ? known.plan(sql, givenTypes, role, settings) : Optional.empty();
  }

  /** The names of the session's temporary objects. */
  Set<String> temporaryNames(Supplier<Set<String>> asked) {
    if (!remembers()) {
      return asked.get();
    }
    if (temporaryNames.isEmpty()) {
      temporaryNames = Optional.of(asked.get());
    }
    return temporaryNames.get();
  }

  private boolean remembers() {
    if (common.version() != commonVersion || backend.getAsLong() != backendAsked) {
      commonVersion = common.version();
      backendAsked = backend.getAsLong();
      forget();
    }
    return !changing;
  }

  /** Where much depends on the number of rows, that of temporary tables is another every time. */
  private static boolean isLasting(PlannedStatement planned) {
    return switch (planned.plan()) {
      case Plan.Route ignored -> true;
      case Plan.Pushdown ignored -> true;
      case Plan.Modify ignored -> true;
      case Plan.Carried ignored -> true;
      case Plan.Refused ignored -> true;
      case Plan.Staged ignored -> false;
      case Plan.Gather ignored -> planned.insertsRows();
    };
  }
}
