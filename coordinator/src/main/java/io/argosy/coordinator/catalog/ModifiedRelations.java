package io.argosy.coordinator.catalog;

import io.argosy.planner.parse.SqlLexer;
import io.argosy.planner.parse.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The relations that a statement modifies, told from PostgreSQL's canonical text of it, where all
 * are written with their schema.
 *
 * @param entries in the order of the text
 * @param insert whether the statement is an INSERT, perhaps with others in its WITH
 */
public record ModifiedRelations(List<Entry> entries, boolean insert) {
  /**
   * @param verb insert, update, delete or merge
   * @param inWith whether a common table expression modifies it
   */
  public record Entry(String verb, boolean inWith, String schema, String name) {}

  /** What PostgreSQL calls the statement in its messages. */
  public String command() {
    return entries.stream()
        .filter(entry -> !entry.inWith())
        .map(entry -> entry.verb().toUpperCase(Locale.ROOT))
        .findFirst()
        .orElse("SELECT");
  }

  /** Those of a canonical text. */
  public static ModifiedRelations of(String canonical) {
    List<Token> tokens = SqlLexer.tokens(canonical);
    List<Entry> entries = new ArrayList<>();
    boolean insert = false;
    int depth = 0;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      Optional<String> verb = verb(tokens, i);
      if (verb.isPresent()) {
        insert |= depth == 0 && verb.get().equals("insert");
        int name = i + (verb.get().equals("update") ? 1 : 2);
        if (isWord(tokens, name, "only")) {
          name++;
        }
        if (name + 2 < tokens.size() && tokens.get(name + 1).isSymbol(".")) {
          entries.add(
              new Entry(
                  verb.get(), depth > 0, tokens.get(name).value(), tokens.get(name + 2).value()));
        }
      }
    }
    return new ModifiedRelations(List.copyOf(entries), insert);
  }

  private static Optional<String> verb(List<Token> tokens, int at) {
    if (isWord(tokens, at, "update")) {
      return Optional.of("update");
    }
    boolean into = isWord(tokens, at + 1, "into");
    if (isWord(tokens, at, "insert") && into) {
      return Optional.of("insert");
    }
    if (isWord(tokens, at, "merge") && into) {
      return Optional.of("merge");
    }
    return isWord(tokens, at, "delete") && isWord(tokens, at + 1, "from")
        ? Optional.of("delete")
        : Optional.empty();
  }

  private static boolean isWord(List<Token> tokens, int at, String word) {
    return at < tokens.size() && tokens.get(at).isWord(word);
  }

  /** Whether the statement is one INSERT into a table, with nothing else that modifies. */
  public boolean isInsertIntoTable(List<RelationFact> relations) {
    return insert
        && entries.stream().allMatch(entry -> entry.verb().equals("insert") && !entry.inWith())
        && !modifiesView(relations);
  }

  /** Whether a view is among them. */
  public boolean modifiesView(List<RelationFact> relations) {
    return relations.stream()
        .anyMatch(relation -> relation.definition() != null && isOne(relation));
  }

  /** Those whose rows are on more nodes than the home node; below a view it may be any. */
  public List<RelationFact> placed(List<RelationFact> relations) {
    boolean view = modifiesView(relations);
    return relations.stream()
        .filter(relation -> relation.placed() && (view || isOne(relation)))
        .toList();
  }

  private boolean isOne(RelationFact relation) {
    return entries.stream()
        .anyMatch(
            entry ->
                entry.schema().equals(relation.schema()) && entry.name().equals(relation.name()));
  }
}
