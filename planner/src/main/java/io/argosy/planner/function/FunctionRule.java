package io.argosy.planner.function;

import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.facts.UserFunction;
import io.argosy.planner.facts.Volatility;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.sql.parse.PostgresFunction;
import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** Proves that a tree's functions may run on several nodes. */
public final class FunctionRule {
  private final StatementFacts facts;
  private final Set<String> userFunctions;
  private final Set<String> randomFunctions;

  public FunctionRule(StatementFacts facts) {
    this.facts = facts;
    this.userFunctions = names(facts, function -> true);
    this.randomFunctions =
        names(facts, function -> function.builtins().stream().anyMatch(BuiltinFunctions::isRandom));
  }

  private static Set<String> names(StatementFacts facts, Predicate<UserFunction> wanted) {
    return facts.functions().stream()
        .filter(wanted)
        .map(UserFunction::name)
        .collect(Collectors.toSet());
  }

  /**
   * For a query, in which a user's function must not tell the time either: each node has its own.
   *
   * @param tree whose functions of one value have already been replaced
   * @return how many calls give a new value each time
   * @throws UnprovenException for a function that depends on the node or is not known
   */
  public int countRandom(SqlNode tree) {
    for (UserFunction function : facts.functions()) {
      if (function.builtins().stream().anyMatch(BuiltinFunctions::hasOneValue)) {
        throw new UnprovenException(
            "the function " + function.name() + " tells the time of the node that runs it");
      }
    }
    return countRandomOfChange(tree);
  }

  /** The same for a change, which a function may tell the time of the node that it changes. */
  public int countRandomOfChange(SqlNode tree) {
    for (UserFunction function : facts.functions()) {
      if (UserFunctionRule.asksServer(function, facts.builtins())) {
        throw new UnprovenException(
            "the function " + function.name() + " depends on the node that runs it");
      }
    }
    Counter counter = new Counter();
    tree.accept(counter);
    return counter.random;
  }

  private final class Counter extends SqlBasicVisitor<Void> {
    private int random;

    @Override
    public Void visit(SqlCall call) {
      if (call.getOperator() instanceof PostgresFunction function) {
        check(function.simpleName());
      } else if (call.getOperator() instanceof SyntaxOperator operator
          && operator.syntax().form() == Syntax.Form.VALUE_FUNCTION) {
        check(operator.syntax().function().orElseThrow());
      } else if (SyntaxOperator.isSyntax(call, Syntax.Form.CAST)) {
        checkCast(((SyntaxOperator) call.getOperator()).syntax().pieces().get(1));
      }
      return super.visit(call);
    }

    /** Identifiers of objects differ between nodes. */
    private void checkCast(String type) {
      if (type.startsWith(" AS reg") || type.startsWith(" AS pg_catalog.reg")) {
        throw new UnprovenException("a cast to " + type.substring(4, type.length() - 1));
      }
    }

    private void check(String name) {
      if (BuiltinFunctions.hasOneValue(name)) {
        throw new UnprovenException(name + " within a view");
      }
      if (BuiltinFunctions.isRandom(name) || randomFunctions.contains(name)) {
        random++;
      } else if (!userFunctions.contains(name) && !BuiltinFunctions.isSyntax(name)) {
        builtin(name);
      }
    }

    private void builtin(String name) {
      boolean ofSession =
          name.equals("user") || name.startsWith("current_") || name.endsWith("_user");
      Volatility volatility = facts.builtins().get(name);
      if (volatility == null && !ofSession) {
        throw new UnprovenException("the function " + name + " is not known");
      }
      boolean depends =
          volatility == Volatility.VOLATILE
              || volatility == Volatility.STABLE && BuiltinFunctions.dependsOnServer(name);
      if (depends) {
        throw new UnprovenException("the function " + name + " depends on the node that runs it");
      }
    }
  }
}
