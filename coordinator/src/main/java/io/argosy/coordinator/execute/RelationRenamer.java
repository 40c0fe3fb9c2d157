package io.argosy.coordinator.execute;

import io.argosy.planner.parse.RelationReference;
import java.util.Map;

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

  /** Whether a relation is read or modified in a canonical text. */
  public static boolean mentions(String canonical, Name relation) {
    return RelationReference.in(canonical).stream().map(Name::of).anyMatch(relation::equals);
  }
}
