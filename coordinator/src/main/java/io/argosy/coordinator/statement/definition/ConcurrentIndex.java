package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.metadata.PlacementRules;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.statement.DefinitionTargets;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * CREATE INDEX CONCURRENTLY, which every node does by itself and cannot roll back. So what the
 * placement of the table forbids is found out before, with an empty table like it; and if a node
 * fails, those that have the index drop it again.
 */
final class ConcurrentIndex {
  private final Backends backends;
  private final SqlStatement statement;
  private final TableFact table;
  private final Set<String> before;

  private ConcurrentIndex(Backends backends, SqlStatement statement, TableFact table) {
    this.backends = backends;
    this.statement = statement;
    this.table = table;
    this.before = indexes();
  }

  /**
   * Empty for another statement, and where there is no such table, of which PostgreSQL will tell.
   */
  static Optional<ConcurrentIndex> of(Backends backends, SqlStatement statement) {
    if (!statement.word(0).equals("create")) {
      return Optional.empty();
    }
    List<DefinitionTargets.Name> names = new DefinitionTargets(statement).names();
    if (names.size() != 1) {
      return Optional.empty();
    }
    String oid =
        TextResult.run(
                backends.home(),
                "SELECT pg_catalog.to_regclass("
                    + Identifiers.literal(names.getFirst().sql())
                    + ")::pg_catalog.oid")
            .single();
    return Optional.ofNullable(oid)
        .map(found -> TableFact.read(backends.home(), found))
        .map(table -> new ConcurrentIndex(backends, statement, table));
  }

  /**
   * Makes the index of an empty table like the one that is meant, in a transaction that is rolled
   * back.
   *
   * @throws PostgresException 0A000 where the index could not be kept
   */
  void rehearse() {
    boolean unique = statement.tokens().stream().anyMatch(token -> token.isWord("unique"));
    if (!unique || table.placement() == null) {
      return;
    }
    NodeSession home = backends.home();
    TextResult.run(home, "BEGIN");
    try {
      String alike = makeAlike(home);
      PlacementRules rules = PlacementRules.before(home);
      if (succeeds(home, statementAbout(alike))) {
        rules.check(home);
      }
    } finally {
      TextResult.run(home, "ROLLBACK");
    }
  }

  private String makeAlike(NodeSession home) {
    String alike = "pg_temp." + Identifiers.quote(table.name());
    TextResult.run(
        home, "CREATE TEMPORARY TABLE %s (LIKE %s)".formatted(alike, table.qualifiedName()));
    TextResult.run(
        home,
        "SELECT argosy.record_placement(%s, %s, %s, %s, %s)"
            .formatted(
                Identifiers.literal(alike),
                Identifiers.literal(table.placement()),
                literalOrNull(table.distributionColumn()),
                table.colocationGroup(),
                literalOrNull(table.keyType())));
    return alike;
  }

  /** What PostgreSQL finds wrong in it, it says when it is meant in earnest. */
  private static boolean succeeds(NodeSession home, String sql) {
    try {
      TextResult.run(home, sql);
      return true;
    } catch (PostgresException e) {
      if (e.error().tellsOfCircumstances()) {
        throw e;
      }
      return false;
    }
  }

  private static String literalOrNull(String value) {
    return value == null ? "NULL" : Identifiers.literal(value);
  }

  /** The statement for another table, without CONCURRENTLY. */
  private String statementAbout(String other) {
    StringBuilder text = new StringBuilder();
    int copied = 0;
    DefinitionTargets.Name name = new DefinitionTargets(statement).names().getFirst();
    List<Token> tokens = statement.tokens();
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean table = token.start() == name.start();
      if (token.isWord("concurrently") || table) {
        text.append(statement.sql(), copied, token.start()).append(table ? other : "");
        i += table ? (token.isWord("only") ? 1 : 0) + 2 * name.parts().size() - 2 : 0;
        copied = tokens.get(i).end();
      }
    }
    return text.append(statement.sql().substring(copied)).toString();
  }

  /** Drops on all nodes what the statement has made, since one of them has failed. */
  void undo() {
    Set<String> made = new HashSet<>(indexes());
    made.removeAll(before);
    for (int node : backends.cluster().positions()) {
      for (String index : made) {
        TextResult.run(
            backends.on(node),
            "DROP INDEX CONCURRENTLY IF EXISTS " + Identifiers.quote(table.schema()) + "." + index);
      }
    }
  }

  private Set<String> indexes() {
    Set<String> names = new HashSet<>();
    TextResult.run(
            backends.on(Cluster.HOME),
            "SELECT pg_catalog.quote_ident(c.relname) FROM pg_catalog.pg_index i"
                + " JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) i.indexrelid"
                + " WHERE i.indrelid OPERATOR(pg_catalog.=) '%s'::pg_catalog.oid"
                    .formatted(table.oid()))
        .rows()
        .forEach(row -> names.add(row.getFirst()));
    return names;
  }
}
