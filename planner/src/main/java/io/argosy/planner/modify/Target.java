package io.argosy.planner.modify;

import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.sql.lexer.ModifyingVerbs;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a statement modifies, told from its first words.
 *
 * @param verb insert, update, delete or merge; with for a query with modifying parts
 * @param relation the target, empty if no fact is known about it
 */
public record Target(String verb, Optional<Relation> relation) {
  private static final Set<String> VERBS = Set.of("insert", "update", "delete", "merge");

  /** Whether it is an INSERT whose rows are sent to a table, which changes nothing else. */
  public boolean insertsIntoTable() {
    return verb.equals("insert")
        && relation
            .filter(table -> !(table.placement() instanceof Placement.OfDefinition))
            .isPresent();
  }

  /** The target of a statement; empty for a query. */
  public static Optional<Target> of(StatementFacts facts) {
    List<Token> tokens = SqlLexer.tokens(facts.sql());
    if (tokens.isEmpty()) {
      return Optional.empty();
    }
    String verb = tokens.get(0).value();
    int verbAt = 0;
    if (verb.equals("with")) {
      verbAt = insertAfterWith(tokens);
      if (verbAt == 0) {
        return modifies(tokens)
            ? Optional.of(new Target(verb, Optional.empty()))
            : Optional.empty();
      }
      verb = "insert";
    }
    if (!VERBS.contains(verb)) {
      return Optional.empty();
    }
    int i = verbAt + 1;
    while (i < tokens.size() && isWordBeforeName(tokens.get(i))) {
      i++;
    }
    List<String> name = new ArrayList<>();
    if (i < tokens.size()) {
      name.add(tokens.get(i).value());
    }
    while (i + 2 < tokens.size() && tokens.get(i + 1).isSymbol(".")) {
      name.add(tokens.get(i + 2).value());
      i += 2;
    }
    return Optional.of(new Target(verb, find(name, facts)));
  }

  private static boolean isWordBeforeName(Token token) {
    return token.isWord("into") || token.isWord("from") || token.isWord("only");
  }

  private static Optional<Relation> find(List<String> name, StatementFacts facts) {
    if (name.isEmpty()) {
      return Optional.empty();
    }
    String last = name.get(name.size() - 1);
    return facts.relations().stream()
        .filter(relation -> relation.name().equals(last))
        .filter(
            relation ->
                name.size() == 1
                    ? relation.visible()
                    : relation.schema().equals(name.get(name.size() - 2)))
        .findFirst();
  }

  /**
   * Where INSERT stands behind common table expressions that modify nothing themselves; 0 if the
   * statement is another one.
   */
  private static int insertAfterWith(List<Token> tokens) {
    ModifyingVerbs verbs = ModifyingVerbs.of(tokens);
    int verb = verbs.main().orElse(0);
    return !verbs.within() && tokens.get(verb).isWord("insert") ? verb : 0;
  }

  /** A verb that begins a statement in parentheses or follows the common table expressions. */
  private static boolean modifies(List<Token> tokens) {
    for (int i = 1; i < tokens.size(); i++) {
      boolean verb = tokens.get(i).isModifyingVerb();
      Token before = tokens.get(i - 1);
      if (verb && (before.isSymbol("(") || before.isSymbol(")"))) {
        return true;
      }
    }
    return false;
  }
}
