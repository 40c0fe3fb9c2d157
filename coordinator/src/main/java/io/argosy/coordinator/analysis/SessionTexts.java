package io.argosy.coordinator.analysis;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;

/**
 * The texts that PostgreSQL has printed of a statement and its views, made to mean the same where
 * they are run: under the session's own search_path.
 *
 * @param session a backend in a transaction, under a search_path without a user's objects
 * @param path the session's own
 */
record SessionTexts(NodeSession session, String path) {
  private static final String PRINTED =
      "pg_catalog.pg_get_function_sqlbody('pg_temp.argosy_shown'::pg_catalog.regproc)";

  /**
   * The facts with such texts.
   *
   * @param statement the statement's function as it is printed under the session's search_path
   */
  FactsDocument qualified(FactsDocument facts, String statement) {
    if (facts.relations().stream().anyMatch(relation -> relation.definition() != null)) {
      TextResult.run(session, "SAVEPOINT argosy_shown");
    }
    return facts.with(
        QualifiedText.of(facts.canonical(), statement),
        facts.relations().stream()
            .map(relation -> relation.definition() == null ? relation : qualified(relation))
            .toList());
  }

  /** There are views that PostgreSQL prints in a way that it cannot read again. */
  private RelationFact qualified(RelationFact view) {
    try {
      return view.withDefinition(definition(view.definition()));
    } catch (PostgresException e) {
      if (e.error().tellsOfCircumstances()) {
        throw e;
      }
      TextResult.run(session, "ROLLBACK TO SAVEPOINT argosy_shown");
      return view.withoutDefinition();
    }
  }

  /**
   * PostgreSQL prints a view by a query of its own, in which it would find the operators of others:
   * so a function is printed that has the same body.
   */
  private String definition(String definition) {
    String query = definition.strip();
    String bare = query.endsWith(";") ? query.substring(0, query.length() - 1) : query;
    List<String> printed =
        TextResult.run(
                session,
                new FunctionBody(List.of(), true).definition("argosy_shown", bare)
                    + "; SELECT "
                    + PRINTED
                    + ", pg_catalog.set_config('search_path', "
                    + Identifiers.literal(path)
                    + ", true), "
                    + PRINTED
                    + "; SET LOCAL search_path = pg_temp; DROP FUNCTION pg_temp.argosy_shown()")
            .rows()
            .getFirst();
    String qualified = QualifiedText.of(printed.get(0), printed.get(2));
    return qualified.equals(printed.get(0)) ? definition : FactsDocument.statementIn(qualified);
  }
}
