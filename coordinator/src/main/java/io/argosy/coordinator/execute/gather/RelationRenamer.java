package io.argosy.coordinator.execute.gather;

import io.argosy.sql.lexer.RelationReference;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Puts other relations in the place of some in PostgreSQL's canonical text, where every relation is
 * written with its schema. References keep the name they had in the statement as their alias.
 */
public final class RelationRenamer {
  /** A relation's schema and name. */
  public record Name(String schema, String relation) {
    static Name of(RelationReference reference) {
      return new Name(reference.schema(), reference.relation());
    }
  }

  private final Map<Name, String> replacements;

  /**
   * @param replacements from a relation to SQL for what takes its place
   */
  RelationRenamer(Map<Name, String> replacements) {
    this.replacements = replacements;
  }

  /** The text over the other relations. */
  public String rename(String canonical) {
    StringBuilder renamed = new StringBuilder();
    int copied = 0;
    for (RelationReference reference : RelationReference.in(canonical)) {
      String replacement = replacements.get(Name.of(reference));
      if (replacement != null) {
        renamed.append(canonical, copied, reference.start()).append(replacement);
        copied = reference.end();
        if (!reference.aliased()) {
          renamed.append(" AS ").append(reference.written());
        }
      }
    }
    return renamed.append(canonical, copied, canonical.length()).toString();
  }

  /**
   * The text without ONLY before copies whose rows are in a child of theirs.
   *
   * @param copies their names, each with its schema
   */
  static String withoutOnly(String sql, Set<String> copies) {
    List<Token> tokens = SqlLexer.tokens(sql);
    StringBuilder result = new StringBuilder();
    int copied = 0;
    for (int i = 0; i + 3 < tokens.size(); i++) {
      int name = tokens.get(i + 1).start();
      if (tokens.get(i).isWord("only")
          && copies.contains(sql.substring(name, tokens.get(i + 3).end()))) {
        result.append(sql, copied, tokens.get(i).start());
        copied = name;
      }
    }
    return result.append(sql, copied, sql.length()).toString();
  }

  /** Whether ONLY stands before one of the relations in a canonical text. */
  static boolean readsOnly(String canonical, Set<Name> relations) {
    List<Token> tokens = SqlLexer.tokens(canonical);
    Set<Integer> behindOnly =
        IntStream.range(1, tokens.size())
            .filter(i -> tokens.get(i - 1).isWord("only"))
            .mapToObj(i -> tokens.get(i).start())
            .collect(Collectors.toUnmodifiableSet());
    return RelationReference.in(canonical).stream()
        .anyMatch(
            reference ->
                behindOnly.contains(reference.start()) && relations.contains(Name.of(reference)));
  }

  /** Whether a relation is read or modified in a canonical text. */
  public static boolean mentions(String canonical, Name relation) {
    return RelationReference.in(canonical).stream().map(Name::of).anyMatch(relation::equals);
  }
}
