package io.argosy.coordinator.session;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.catalog.EffectFact;
import io.argosy.coordinator.catalog.Identifiers;
import java.util.stream.Collectors;

/** What must hold of the tables of a TRUNCATE. */
final class TruncatedTables {
  private TruncatedTables() {}

  /**
   * Sees that the triggers that a TRUNCATE sets off may run.
   *
   * @throws PostgresException 0A000 where they may not
   */
  static void check(NodeSession home, SqlStatement statement) {
    String names =
        new DefinitionTargets(statement)
            .names().stream()
                .map(name -> statement.sql().substring(name.start(), name.end()))
                .map(Identifiers::literal)
                .collect(Collectors.joining(", "));
    EffectFact.require(
        TextResult.run(
                home,
                "SELECT argosy.effects(pg_catalog.array_agg(pg_catalog.to_regclass(t.name)"
                    + "::pg_catalog.oid), pg_catalog.array_agg('t'::pg_catalog.\"char\"), NULL)"
                    + " FROM pg_catalog.unnest(ARRAY["
                    + names
                    + "]::pg_catalog.text[]) AS t (name)")
            .single());
  }
}
