package io.argosy.planner.route;

import io.argosy.planner.facts.Relation;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.facts.Volatility;
import io.argosy.planner.function.BuiltinFunctions;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Set;

/**
 * Whether a statement must run on the home node because its text names something of which every
 * node has its own: a system catalog, a sequence's state, the server itself. It may say so once too
 * often.
 */
final class HomeNodeRule {
  /** Of intervals more often than of transactions. */
  private static final String AGE = "age";

  /** Identifiers of objects differ between nodes. */
  private static final Set<String> OBJECT_TYPES =
      Set.of(
          "regclass",
          "regproc",
          "regprocedure",
          "regtype",
          "regrole",
          "regnamespace",
          "regcollation",
          "regoper",
          "regoperator");

  private HomeNodeRule() {}

  static boolean requires(StatementFacts facts) {
    return requires(facts.sql(), facts)
        || facts.relations().stream()
            .map(Relation::definition)
            .anyMatch(text -> text.isPresent() && requires(text.get(), facts));
  }

  private static boolean requires(String sql, StatementFacts facts) {
    List<Token> tokens = SqlLexer.tokens(sql);
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean name =
          token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_IDENTIFIER;
      if (!name) {
        continue;
      }
      boolean call = i + 1 < tokens.size() && tokens.get(i + 1).isSymbol("(");
      if (call ? dependsOnNode(token.value(), facts) : isCatalog(token.value())) {
        return true;
      }
    }
    return false;
  }

  private static boolean dependsOnNode(String function, StatementFacts facts) {
    if (BuiltinFunctions.isRandom(function) || BuiltinFunctions.hasOneValue(function)) {
      return false;
    }
    return facts.builtins().get(function) == Volatility.VOLATILE
        || function.equals("current_setting")
        || !function.equals(AGE) && BuiltinFunctions.dependsOnServer(function);
  }

  private static boolean isCatalog(String name) {
    return name.startsWith("pg_") && !name.equals("pg_catalog")
        || name.equals("information_schema")
        || OBJECT_TYPES.contains(name);
  }
}
