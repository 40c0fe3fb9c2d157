package io.argosy.coordinator.analysis;

import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * PostgreSQL's functions that run a query which they are given as text, or read whole schemas. They
 * see the rows of the node that runs them, and what they read is not known before.
 */
final class QueryTextFunctions {
  private static final Set<String> NAMES =
      Set.of(
          "query_to_xml",
          "query_to_xml_and_xmlschema",
          "table_to_xml",
          "table_to_xml_and_xmlschema",
          "schema_to_xml",
          "schema_to_xml_and_xmlschema",
          "database_to_xml",
          "database_to_xml_and_xmlschema",
          "ts_stat");

  /** With two arguments the second one is a query; with three, it is not. */
  private static final String REWRITE = "ts_rewrite";

  private QueryTextFunctions() {}

  /**
   * Sees that none is called where rows are on other nodes.
   *
   * @param canonical PostgreSQL's own text of the statement
   * @param relations what the statement reaches, with the definitions of views
   * @throws PostgresException 0A000 if one is
   */
  static void requireNone(NodeSession session, String canonical, List<RelationFact> relations) {
    Optional<String> called =
        called(canonical)
            .or(
                () ->
                    relations.stream()
                        .filter(relation -> relation.definition() != null)
                        .flatMap(view -> called(view.definition()).stream())
                        .findFirst());
    if (called.isPresent() && hasDistributedTables(session)) {
      throw new PostgresException(
          "0A000",
          "function " + called.get() + " reads tables, of which each node has only a part",
          "Run its query as a statement of its own, or join the tables that it would read.");
    }
  }

  private static boolean hasDistributedTables(NodeSession session) {
    return TextResult.run(
            session,
            "SELECT EXISTS (SELECT FROM argosy.tables t WHERE t.placement"
                + " OPERATOR(pg_catalog.=) 'hash'::pg_catalog.text)")
        .single()
        .equals("t");
  }

  private static Optional<String> called(String sql) {
    List<Token> tokens = SqlLexer.tokens(sql);
    for (int i = 0; i + 1 < tokens.size(); i++) {
      String name = tokens.get(i).value();
      if (tokens.get(i + 1).isSymbol("(")
          && (NAMES.contains(name) || (name.equals(REWRITE) && arguments(tokens, i + 1) == 2))) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  private static int arguments(List<Token> tokens, int open) {
    return Brackets.items(tokens.subList(open + 1, Brackets.closing(tokens, open))).size();
  }
}
