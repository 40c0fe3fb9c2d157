package io.argosy.coordinator.analysis;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.planner.facts.Relation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a statement uses of the session's temporary objects.
 *
 * @param visible the object ids of relations that are found by their bare names
 * @param names the names of relations and types
 * @param other one that is no relation, as PostgreSQL describes it; only the home node has it
 */
record TemporaryUse(Set<String> visible, Set<String> names, Optional<String> other) {
  /** Of a statement that uses none. */
  static final TemporaryUse NONE = new TemporaryUse(Set.of(), Set.of(), Optional.empty());

  private static final String CANONICAL =
      "SELECT pg_catalog.pg_get_function_sqlbody("
          + "'pg_temp.argosy_statement'::pg_catalog.regproc::pg_catalog.oid)";
  private static final String DEFINITION = "SELECT pg_catalog.pg_get_viewdef('%s'::pg_catalog.oid)";
  private static final String QUERY = "SELECT * FROM argosy.temporary_use()";

  /**
   * @param session a backend in the transaction that has the statement's function
   */
  static TemporaryUse read(NodeSession session) {
    List<List<String>> rows = TextResult.run(session, QUERY).rows();
    return new TemporaryUse(
        rows.stream()
            .filter(row -> "t".equals(row.get(2)))
            .map(List::getFirst)
            .collect(Collectors.toSet()),
        rows.stream()
            .map(row -> row.get(1))
            .filter(name -> name != null)
            .collect(Collectors.toCollection(TreeSet::new)),
        rows.stream().map(row -> row.get(3)).filter(described -> described != null).findFirst());
  }

  /**
   * The facts with the texts that PostgreSQL prints when it writes every name with its schema. It
   * leaves out a schema whose object the bare name finds, and pg_temp cannot be taken out of the
   * search_path. So for a moment types of the same names stand before it there; in the order of the
   * names, so that two sessions do not wait for each other. Nothing else may be found in that
   * schema, where anybody can make functions: all names in these texts are qualified.
   *
   * @param session in a transaction whose changes are rolled back
   */
  FactsDocument qualified(NodeSession session, FactsDocument facts) {
    if (names.isEmpty()) {
      return facts;
    }
    TextResult.run(
        session,
        names.stream()
                .map(name -> "CREATE TYPE argosy_stage." + Identifiers.quote(name) + " AS (); ")
                .collect(Collectors.joining("", "SAVEPOINT argosy_names; ", ""))
            + "SET LOCAL search_path = argosy_stage, pg_temp");
    String canonical = TextResult.run(session, CANONICAL).single();
    List<RelationFact> relations =
        facts.relations().stream()
            .map(
                relation ->
                    relation.definition() != null && relation.schema().equals(Relation.TEMPORARY)
                        ? relation.withDefinition(
                            TextResult.run(session, DEFINITION.formatted(relation.oid())).single())
                        : relation)
            .toList();
    TextResult.run(session, "ROLLBACK TO SAVEPOINT argosy_names");
    return facts.with(canonical, relations);
  }
}
