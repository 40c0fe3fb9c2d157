package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.analysis.EffectFact;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.statement.DefinitionTargets;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.stream.Collectors;

/** What must hold of the tables of a TRUNCATE. */
final class TruncatedTables {
  private TruncatedTables() {}

  /**
   * Sees that the triggers that a TRUNCATE sets off may run.
   *
   * @return whether all its tables are on the home node alone, where its triggers fire once
   * @throws PostgresException 0A000 where they may not
   */
  static boolean check(NodeSession home, SqlStatement statement) {
    String names =
        new DefinitionTargets(statement)
            .names().stream()
                .map(name -> Identifiers.literal(name.sql()))
                .collect(Collectors.joining(", "));
    List<String> found =
        TextResult.run(
                home,
                "SELECT argosy.effects(pg_catalog.array_agg(pg_catalog.to_regclass(t.name)"
                    + "::pg_catalog.oid), pg_catalog.array_agg('t'::pg_catalog.\"char\"), NULL),"
                    + " pg_catalog.bool_and(p.relation IS NULL"
                    + " AND pg_catalog.to_regclass(t.name) IS NOT NULL)"
                    + " FROM pg_catalog.unnest(ARRAY["
                    + names
                    + "]::pg_catalog.text[]) AS t (name) LEFT JOIN argosy.tables p"
                    + " ON p.relation OPERATOR(pg_catalog.=) pg_catalog.to_regclass(t.name)")
            .rows()
            .getFirst();
    EffectFact.require(found.get(0));
    // What refers to them may have a placement.
    boolean cascades = statement.tokens().stream().anyMatch(token -> token.isWord("cascade"));
    return "t".equals(found.get(1)) && !cascades;
  }
}
