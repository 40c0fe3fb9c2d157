package io.argosy.coordinator.analysis;

import io.argosy.coordinator.limit.Planning;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The views that Calcite reads as PostgreSQL reads them. Thread-safe. */
final class CertifiedViews {
  /** Their texts, fully qualified. */
  private final Set<String> texts = ConcurrentHashMap.newKeySet();

  /**
   * A view that Calcite reads otherwise than PostgreSQL is one that nothing is known of.
   *
   * @param session a backend in a transaction, whose search_path is empty
   * @param planning where it is read
   */
  RelationFact certified(NodeSession session, RelationFact fact, Planning planning) {
    if (fact.definition() == null || texts.contains(fact.definition())) {
      return fact;
    }
    String definition = fact.definition().strip();
    String statement =
        definition.endsWith(";") ? definition.substring(0, definition.length() - 1) : definition;
    Optional<ParsedText> parsed = planning.run(work -> ParsedText.of(statement));
    FunctionBody view = new FunctionBody(List.of(), true);
    boolean same =
        parsed.isPresent()
            && StatementReading.accepts(session, view.definition("argosy_view", statement))
            && StatementReading.accepts(
                session, view.definition("argosy_view_certified", parsed.get().unparsed()))
            && TextResult.run(
                    session,
                    "SELECT"
                        + " pg_catalog.pg_get_function_sqlbody('pg_temp.argosy_view'::pg_catalog.regproc)"
                        + " OPERATOR(pg_catalog.=)"
                        + " pg_catalog.pg_get_function_sqlbody('pg_temp.argosy_view_certified'::pg_catalog.regproc)")
                .single()
                .equals("t");
    if (parsed.isPresent()) {
      TextResult.run(
          session,
          "DROP FUNCTION IF EXISTS pg_temp.argosy_view();"
              + " DROP FUNCTION IF EXISTS pg_temp.argosy_view_certified()");
    }
    if (!same) {
      return fact.withoutDefinition();
    }
    texts.add(fact.definition());
    return fact;
  }
}
