package io.argosy.coordinator.analysis;

import io.argosy.coordinator.limit.Planning;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.parse.ParsedStatement;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What PostgreSQL says of a text that is the body of a temporary function.
 *
 * @param text the statement
 * @param parsed the statement as a tree, empty if it could not be read
 * @param lockingClause FOR UPDATE or its kind behind it; an empty string where there is none
 * @param certified whether the tree means the same to PostgreSQL
 * @param visible the object ids of the relations that are found by their bare names
 * @param document the facts
 * @param temporary a temporary object that is no relation and that the statement uses, in
 *     PostgreSQL's words
 */
record StatementReading(
    String text,
    Optional<ParsedStatement> parsed,
    String lockingClause,
    boolean certified,
    Set<String> visible,
    FactsDocument document,
    Optional<String> temporary) {
  private static final String ATTEMPT = "SAVEPOINT argosy_attempt";

  /** The name of the function whose body is read. */
  static final String FUNCTION = "argosy_statement";

  /** The facts, under a search_path without a user's objects. */
  private static final String FACTS =
      "SAVEPOINT argosy_path; SET LOCAL search_path = pg_temp; SELECT argosy.statement_facts()";

  /** The same, and the body that the facts' canonical text is compared with. */
  private static final String FACTS_AND_BODY =
      FACTS
          + ", pg_catalog.pg_get_function_sqlbody('pg_temp.argosy_certified'::pg_catalog.regproc)";

  private static final String VISIBLE = "SELECT * FROM argosy.visible_dependencies()";

  /**
   * Reads a text, for which {@link #definition} has just been run. The session's search_path has
   * nothing of a user's afterwards, until savepoint {@code argosy_path} is rolled back.
   *
   * @param session a backend in a transaction
   * @param planning where it is read
   */
  static StatementReading of(
      NodeSession session, String sql, FunctionBody body, Planning planning) {
    LockingClause locking = planning.read(sql, () -> LockingClause.split(sql));
    Optional<ParsedText> parsed = planning.run(work -> ParsedText.of(locking.query()));
    boolean comparable =
        parsed.isPresent()
            && acceptsBehindSavepoint(
                session,
                body.definition("argosy_certified", locking.behind(parsed.get().unparsed())));
    List<String> seenByName = TextResult.run(session, VISIBLE).rows().getFirst();
    Set<String> visible = new HashSet<>(FactsDocument.parseVisible(seenByName.get(0)));
    TemporaryUse temporary =
        seenByName.get(1).equals("t") ? TemporaryUse.read(session) : TemporaryUse.NONE;
    visible.addAll(temporary.visible());
    List<String> facts =
        TextResult.run(session, comparable ? FACTS_AND_BODY : FACTS).rows().getFirst();
    FactsDocument document = FactsDocument.parse(facts.getFirst());
    boolean certified =
        comparable
            && !document.comparesOtherwise()
            && !MomentLiterals.dependOnNode(sql, document.canonical())
            && document.canonical().equals(facts.get(1));
    return new StatementReading(
        sql,
        parsed.map(ParsedText::statement),
        locking.clause(),
        certified,
        Set.copyOf(visible),
        new SessionTexts(session, seenByName.get(3))
            .qualified(temporary.qualified(session, document), seenByName.get(2)),
        temporary.other());
  }

  /** The statement that creates the function which {@link #of} reads. */
  static String definition(FunctionBody body, String sql) {
    return body.definition(FUNCTION, sql) + "; " + ATTEMPT;
  }

  /**
   * Whether PostgreSQL accepts a text, which it then has run.
   *
   * @throws PostgresException where it has not come to say so
   */
  static boolean accepts(NodeSession session, String sql) {
    // By itself: of a message with a syntax error in it PostgreSQL runs nothing.
    TextResult.run(session, ATTEMPT);
    return acceptsBehindSavepoint(session, sql);
  }

  private static boolean acceptsBehindSavepoint(NodeSession session, String sql) {
    try {
      TextResult.run(session, sql);
      return true;
    } catch (PostgresException e) {
      if (e.error().tellsOfCircumstances()) {
        throw e;
      }
      TextResult.run(session, "ROLLBACK TO " + ATTEMPT);
      return false;
    }
  }
}
