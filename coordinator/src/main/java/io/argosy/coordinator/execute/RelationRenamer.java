package io.argosy.coordinator.execute;

import io.argosy.planner.parse.SqlLexer;
import io.argosy.planner.parse.Token;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts other relations in the place of some in PostgreSQL's canonical text, where every relation is
 * written with its schema. References keep the name they had in the statement as their alias.
 */
public final class RelationRenamer {
  /** Words that can stand before a relation. */
  private static final Set<String> BEFORE =
      Set.of("from", "join", "only", "into", "update", "using");

  /** Reserved words that can follow a relation and so are not its alias. */
  private static final Set<String> NO_ALIAS =
      Set.of(
          "where",
          "join",
          "left",
          "right",
          "full",
          "inner",
          "cross",
          "natural",
          "on",
          "using",
          "group",
          "having",
          "window",
          "order",
          "limit",
          "offset",
          "fetch",
          "for",
          "union",
          "intersect",
          "except",
          "tablesample",
          "returning",
          "with",
          "when",
          "set",
          "default",
          "values",
          "select");

  /** A relation's schema and name. */
  public record Name(String schema, String relation) {}

  private final Map<Name, String> replacements;

  /**
   * @param replacements from a relation to SQL for what takes its place
   */
  public RelationRenamer(Map<Name, String> replacements) {
    this.replacements = replacements;
  }

  /** The text over the other relations. */
  public String rename(String canonical) {
    List<Token> tokens = SqlLexer.tokens(canonical);
    StringBuilder renamed = new StringBuilder();
    int copied = 0;
    for (int i = 0; i + 2 < tokens.size(); i++) {
      if (!name(tokens.get(i)) || !tokens.get(i + 1).isSymbol(".") || !name(tokens.get(i + 2))) {
        continue;
      }
      String replacement =
          replacements.get(new Name(tokens.get(i).value(), tokens.get(i + 2).value()));
      // The columns of an INSERT stand in parentheses, too.
      boolean call = isCall(tokens, i + 3) && !(i > 0 && tokens.get(i - 1).isWord("into"));
      if (replacement == null || !follows(tokens, i) || call) {
        continue;
      }
      renamed.append(canonical, copied, tokens.get(i).start()).append(replacement);
      copied = tokens.get(i + 2).end();
      if (!hasAlias(tokens, i + 3)) {
        renamed.append(" AS ").append(canonical, tokens.get(i + 2).start(), copied);
      }
      i += 2;
    }
    return renamed.append(canonical, copied, canonical.length()).toString();
  }

  /** Whether a relation is named in a canonical text, where one can stand. */
  public static boolean mentions(List<Token> tokens, Name relation) {
    for (int i = 1; i + 2 < tokens.size(); i++) {
      boolean named =
          tokens.get(i + 1).isSymbol(".")
              && tokens.get(i).value().equals(relation.schema())
              && tokens.get(i + 2).value().equals(relation.relation());
      if (named && follows(tokens, i) && !isCall(tokens, i + 3)) {
        return true;
      }
    }
    return false;
  }

  private static boolean name(Token token) {
    return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_IDENTIFIER;
  }

  private static boolean follows(List<Token> tokens, int index) {
    if (index == 0) {
      return false;
    }
    Token before = tokens.get(index - 1);
    return before.isSymbol(",")
        || before.isSymbol("(")
        || (before.kind() == Token.Kind.WORD && BEFORE.contains(before.value()));
  }

  private static boolean isCall(List<Token> tokens, int index) {
    return index < tokens.size()
        && (tokens.get(index).isSymbol("(") || tokens.get(index).isSymbol("."));
  }

  private static boolean hasAlias(List<Token> tokens, int index) {
    if (index >= tokens.size()) {
      return false;
    }
    Token next = tokens.get(index);
    return next.kind() == Token.Kind.QUOTED_IDENTIFIER
        || (next.kind() == Token.Kind.WORD && !NO_ALIAS.contains(next.value()));
  }
}
