package io.argosy.planner.function;

import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.UserFunction;
import io.argosy.planner.facts.Volatility;
import io.argosy.planner.plan.Plan;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A user's function that may read tables sees one node's rows only, so it is run only where that is
 * known to make no difference.
 */
public final class UserFunctionRule {
  private UserFunctionRule() {}

  /**
   * The refusal of a statement that calls a function which may see part of the rows: one that
   * changes nothing, if there is such a one.
   *
   * @param home whether the home node has all that the statement is about
   */
  public static Optional<Plan.Refused> refusal(List<UserFunction> functions, boolean home) {
    return functions.stream()
        .filter(UserFunction::changesSettings)
        .findFirst()
        .map(UserFunctionRule::changesSettings)
        .or(() -> mayMissRows(functions, home));
  }

  /** What changes settings on one node only would have the others go on with those of before. */
  private static Plan.Refused changesSettings(UserFunction function) {
    return new Plan.Refused(
        "0A000",
        name(function) + " may change settings, which the other nodes would not follow",
        "Call it by a SELECT of its own, or change them with SET, or with a SELECT that calls"
            + " set_config and does nothing else.",
        Optional.of(function));
  }

  private static Optional<Plan.Refused> mayMissRows(List<UserFunction> functions, boolean home) {
    return functions.stream()
        .filter(function -> !isSafe(function) && !(home && function.staysHome()))
        .min(Comparator.comparing(function -> function.volatility() == Volatility.VOLATILE))
        .map(
            function ->
                new Plan.Refused(
                    "0A000",
                    name(function) + " may read tables, of which each node has only a part",
                    "Call it by a SELECT of its own, declare it IMMUTABLE if it reads no table,"
                        + " write its body with BEGIN ATOMIC over replicated tables only, or"
                        + " declare it safe.",
                    Optional.of(function)));
  }

  private static String name(UserFunction function) {
    return "function " + function.schema() + "." + function.name();
  }

  /**
   * Whether it is right on the home node only.
   *
   * @param builtins the volatility of pg_catalog's functions by name
   */
  public static boolean needsHomeNode(UserFunction function, Map<String, Volatility> builtins) {
    return function.staysHome() && !isSafe(function) || asksServer(function, builtins);
  }

  /**
   * Whether its body tells of the server or the session on it, or reads a catalog.
   *
   * @param builtins the volatility of pg_catalog's functions by name
   */
  static boolean asksServer(UserFunction function, Map<String, Volatility> builtins) {
    return function.builtins().stream()
        .filter(name -> !BuiltinFunctions.isRandom(name) && !BuiltinFunctions.hasOneValue(name))
        .anyMatch(
            name ->
                builtins.getOrDefault(name, Volatility.VOLATILE) == Volatility.VOLATILE
                    || BuiltinFunctions.dependsOnServer(name));
  }

  private static boolean isSafe(UserFunction function) {
    return function.volatility() == Volatility.IMMUTABLE
        || function.declaredSafe()
        || function.schema().equals("pg_catalog")
        || function.schema().equals("information_schema")
        || function.reads() != null
            && function.reads().stream()
                .allMatch(relation -> relation.placement() instanceof Placement.Replicated);
  }
}
