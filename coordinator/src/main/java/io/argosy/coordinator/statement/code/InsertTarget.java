package io.argosy.coordinator.statement.code;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.sql.lexer.Token;
import java.util.List;

/** The table that an INSERT is into. */
final class InsertTarget {
  private static final String PLAIN =
      """
      SELECT c.relkind OPERATOR(pg_catalog.=) ANY (ARRAY['r', 'p']::pg_catalog."char"[])
        AND NOT c.relhasrules AND NOT c.relhastriggers AND NOT EXISTS (
          SELECT FROM pg_catalog.pg_attribute a
          LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid OPERATOR(pg_catalog.=) a.attrelid
            AND d.adnum OPERATOR(pg_catalog.=) a.attnum
          WHERE a.attrelid OPERATOR(pg_catalog.=) c.oid AND NOT a.attisdropped
            AND (a.attidentity OPERATOR(pg_catalog.<>) ''
              OR pg_catalog.pg_get_expr(d.adbin, d.adrelid) OPERATOR(pg_catalog.~~) '%%(%%'))
      FROM pg_catalog.pg_class c
      WHERE c.oid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(%s)
      """;

  private InsertTarget() {}

  /** Whether nothing is run for it but what the statement says: no rules, triggers or functions. */
  static boolean isPlain(SqlStatement insert, NodeSession home) {
    List<Token> tokens = insert.tokens();
    boolean qualified = tokens.get(3).isSymbol(".");
    String name =
        qualified
            ? Identifiers.quote(tokens.get(2).value())
                + "."
                + Identifiers.quote(tokens.get(4).value())
            : Identifiers.quote(tokens.get(2).value());
    List<List<String>> rows =
        TextResult.run(home, PLAIN.formatted(Identifiers.literal(name))).rows();
    return !rows.isEmpty() && rows.getFirst().getFirst().equals("t");
  }
}
