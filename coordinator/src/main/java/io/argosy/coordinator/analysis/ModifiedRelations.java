package io.argosy.coordinator.analysis;

import io.argosy.sql.lexer.RelationReference;
import io.argosy.sql.lexer.RelationReference.Use;
import java.util.List;
import java.util.Locale;

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
    List<RelationReference> modified =
        RelationReference.in(canonical).stream()
            .filter(reference -> reference.use() != Use.READ)
            .toList();
    return new ModifiedRelations(
        modified.stream()
            .filter(reference -> !reference.schema().isEmpty())
            .map(
                reference ->
                    new Entry(
                        reference.use().name().toLowerCase(Locale.ROOT),
                        !reference.outermost(),
                        reference.schema(),
                        reference.relation()))
            .toList(),
        modified.stream()
            .anyMatch(reference -> reference.outermost() && reference.use() == Use.INSERT));
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
