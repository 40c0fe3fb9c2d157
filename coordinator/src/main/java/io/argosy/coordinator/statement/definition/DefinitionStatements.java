package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.analysis.MomentLiterals;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.OtherDatabases;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.metadata.HalfPlacedForeignKeys;
import io.argosy.coordinator.metadata.PlacementRules;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.transaction.TransactionModes.Isolation;
import io.argosy.coordinator.statement.DefinitionTargets;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.placement.NamedPlacements;
import io.argosy.coordinator.statement.placement.OwnerTriggers;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * DDL, which every node runs in one transaction, and maintenance, which every node runs by itself.
 */
public final class DefinitionStatements {
  private static final String ACTIVE_TRANSACTION = "25001";
  private static final String INTEGRITY_CONSTRAINT_VIOLATION = "23";

  private final OtherDatabases databases;
  private final CatalogVersions versions;
  private final Runnable forgetCatalog;
  private final Backends backends;
  private final ClientOutput client;
  private final NamedPlacements named;

  /**
   * @param forgetCatalog forgets what is known of statements, since the catalog has changed
   */
  public DefinitionStatements(
      OtherDatabases databases,
      CatalogVersions versions,
      Runnable forgetCatalog,
      Backends backends,
      ClientOutput client,
      NamedPlacements named) {
    this.databases = databases;
    this.versions = versions;
    this.forgetCatalog = forgetCatalog;
    this.backends = backends;
    this.client = client;
    this.named = named;
  }

  /** Runs DDL on the home node and then on the others, and sees that the placement still holds. */
  public Execution define(SqlStatement statement) {
    if (statement.concernsLargeObject()) {
      return new NodeExecution(backends.home(), new Request.Simple(statement.sql()), client);
    }
    DefinitionReach reach = DefinitionReach.of(statement, backends);
    if (reach.homeOnly()) {
      return onHome(statement);
    }
    if (statement.truncates() && TruncatedTables.check(backends.home(), statement)) {
      backends.ensureWriting();
      backends.markTablesLocked();
      return new NodeExecution(backends.home(), new Request.Simple(statement.sql()), client);
    }
    if (backends.cluster().nodes().size() > 1 && statement.keepsConstants()) {
      MomentLiterals.requireNoneIn(statement.tokens());
    }
    boolean alone = backends.block() == null;
    backends.ensureTransaction();
    if (statement.truncates()) {
      backends.transaction().holdNodes();
      backends.markTablesLocked();
    } else {
      backends.transaction().changesCatalog();
    }
    if (changesRoles(statement)) {
      backends.block().markRolesChanged();
    }
    PlacementRules rules = PlacementRules.before(backends.home());
    PartitionStatements partitions = new PartitionStatements(backends, client, statement);
    partitions.placeAttached();
    Optional<AlteredTable> altered = alteredTable(statement);
    List<String> texts = textsOf(statement, reach);
    String tag;
    try {
      tag = NodeExecution.run(backends.home(), texts.getFirst(), client);
      if (changesRoles(statement)) {
        // From here on no node joins in any database until this one commits.
        databases.requireMainMembers(backends.cluster());
      }
      if (reach.elsewhereAfter().isEmpty()) {
        backends.pinnedHome().pin();
        return new ImmediateExecution(tag);
      }
      // The home node has checked a routine, and may have found temporary tables of the session's.
      String before = makesRoutine(statement) ? "SET LOCAL check_function_bodies = off; " : "";
      for (int node = Cluster.HOME + 1; node < backends.cluster().nodes().size(); node++) {
        TextResult.run(backends.on(node), before + texts.get(node));
      }
    } catch (PostgresException e) {
      if (alone && e.error().sqlState().equals(ACTIVE_TRANSACTION)) {
        throw new PostgresException(
            "0A000",
            e.error().message(),
            "Argosy runs definitions on all nodes in one transaction, where PostgreSQL does not run"
                + " this one. Run it on the node that it is for.");
      }
      throw altered.isPresent() && backends.cluster().nodes().size() > 1 ? ofOneNode(e) : e;
    }
    partitions.placeNew();
    altered.ifPresent(AlteredTable::complete);
    rules.check(backends.home());
    if (statement.tokens().stream().anyMatch(token -> token.isWord("trigger"))) {
      OwnerTriggers.make(backends);
    }
    if (Set.of("drop", "do").contains(statement.word(0))) {
      backends.runOnEach("SELECT argosy.forget_dropped_tables()");
    }
    if (Set.of("create", "alter", "drop", "do").contains(statement.word(0))) {
      named.follow();
    }
    return new ImmediateExecution(tag);
  }

  /** Whether it changes roles, or what they may do, in all databases; a block of code may. */
  private static boolean changesRoles(SqlStatement statement) {
    boolean role = Set.of("role", "user", "group").contains(statement.word(1));
    return switch (statement.word(0)) {
      case "create", "alter" -> role;
      case "drop" -> role || statement.word(1).equals("owned");
      case "grant", "revoke" -> statement.tokens().stream().noneMatch(t -> t.isWord("on"));
      case "do" -> true;
      default -> false;
    };
  }

  /** For each node. */
  private List<String> textsOf(SqlStatement statement, DefinitionReach reach) {
    String elsewhere =
        statement.word(0).equals("refresh")
            ? withoutConcurrently(reach.elsewhere())
            : reach.elsewhere();
    return UnevenIndexes.texts(backends, statement, elsewhere);
  }

  /**
   * REFRESH MATERIALIZED VIEW CONCURRENTLY makes a temporary table, so that only the home node,
   * which does not prepare its part, can run it in a transaction over several nodes. It is also the
   * one where materialized views are read, so elsewhere nobody waits for the stronger lock.
   */
  private static String withoutConcurrently(String refresh) {
    return SqlLexer.tokens(refresh).stream()
        .filter(token -> token.isWord("concurrently"))
        .findFirst()
        .map(word -> refresh.substring(0, word.start()) + refresh.substring(word.end()))
        .orElse(refresh);
  }

  private static boolean makesRoutine(SqlStatement statement) {
    return statement.word(0).equals("create")
        && Set.of("function", "procedure")
            .contains(statement.word(SqlStatement.behindCreate(statement.tokens())));
  }

  /** Each node has checked its own rows, by what it can see of other tables. */
  private static PostgresException ofOneNode(PostgresException failure) {
    PostgresError error = failure.error();
    boolean violated = error.sqlStateClass().equals(INTEGRITY_CONSTRAINT_VIOLATION);
    return violated && error.fields().get('H') == null
        ? new PostgresException(
            error.withHint(
                "Each node checks its own rows. A constraint that looks for rows of other tables"
                    + " needs these on the same node, or replicated."),
            failure)
        : failure;
  }

  private Optional<AlteredTable> alteredTable(SqlStatement statement) {
    if (!statement.word(0).equals("alter") || !statement.word(1).equals("table")) {
      return Optional.empty();
    }
    return new DefinitionTargets(statement)
        .names().stream().findFirst().flatMap(name -> alteredTable(statement, name.sql()));
  }

  private Optional<AlteredTable> alteredTable(SqlStatement statement, String name) {
    if (backends.cluster().nodes().size() > 1) {
      AlteredColumns.references(statement)
          .forEach(other -> HalfPlacedForeignKeys.refuseWithRows(backends.home(), name, other));
    }
    return AlteredTable.before(
        new StatementRun(backends, Binding.none(), client),
        backends.block().is(Isolation.READ_COMMITTED),
        name,
        AlteredColumns.expressions(statement));
  }

  /** Runs DDL of temporary objects, which keep the home node's backend for the session. */
  public Execution onHome(SqlStatement statement) {
    backends.pinnedHome().pin();
    boolean inherits =
        statement.tokens().stream()
            .anyMatch(token -> token.isWord("inherit") || token.isWord("inherits"));
    if (!inherits) {
      return new NodeExecution(backends.home(), new Request.Simple(statement.sql()), client);
    }
    backends.beginImplicitly();
    String tag = NodeExecution.run(backends.home(), statement.sql(), client);
    DefinitionReach.requireNoPlacedParent(backends.home());
    return new ImmediateExecution(tag);
  }

  /** Runs what cannot be in a transaction on one node after the other. */
  public Execution maintain(SqlStatement statement) {
    if (backends.block() != null) {
      // PostgreSQL says which statements it refuses here.
      return define(statement);
    }
    DefinitionReach reach = DefinitionReach.of(statement, backends);
    if (reach.homeOnly()) {
      return new NodeExecution(backends.home(), new Request.Simple(statement.sql()), client);
    }
    reach.requireCertain();
    Optional<DatabaseStatement> database = DatabaseStatement.of(statement);
    if (database.isPresent()) {
      String tag = new DatabaseStatements(databases, backends, client).run(database.get());
      maintained(statement);
      return new ImmediateExecution(tag);
    }
    Optional<ConcurrentIndex> index = ConcurrentIndex.of(backends, statement);
    index.ifPresent(ConcurrentIndex::rehearse);
    PlacementRules rules = PlacementRules.before(backends.home());
    List<String> texts = UnevenIndexes.texts(backends, statement, reach.elsewhere());
    if (isVacuum(statement)) {
      return maintain(statement, texts, reach, rules, index);
    }
    NodeSession holding = backends.openElsewhere(backends.cluster().home());
    try {
      TextResult.run(holding, "BEGIN; " + backends.transaction().holdingNodes());
      return maintain(statement, texts, reach, rules, index);
    } finally {
      backends.closeElsewhere(holding);
    }
  }

  private Execution maintain(
      SqlStatement statement,
      List<String> texts,
      DefinitionReach reach,
      PlacementRules rules,
      Optional<ConcurrentIndex> index) {
    try {
      return new ImmediateExecution(maintain(texts, reach, rules, index));
    } finally {
      maintained(statement);
    }
  }

  /**
   * Statistics and dead rows are no part of the catalog's version: nothing is wrong without them.
   */
  private void maintained(SqlStatement statement) {
    if (isVacuum(statement)) {
      forgetCatalog.run();
      return;
    }
    Map<Integer, Long> raised = new TreeMap<>();
    for (int node : backends.cluster().positions()) {
      raised.put(node, CatalogVersions.raise(backends.on(node)));
    }
    versions.committed(raised, statement.word(1).equals("database"));
  }

  private static boolean isVacuum(SqlStatement statement) {
    return Set.of("vacuum", "analyze", "analyse").contains(statement.word(0));
  }

  private String maintain(
      List<String> texts,
      DefinitionReach reach,
      PlacementRules rules,
      Optional<ConcurrentIndex> index) {
    String tag = "";
    NoticesOfNodes output = new NoticesOfNodes(client);
    for (int node : backends.cluster().positions()) {
      NodeSession session = backends.on(node);
      try {
        String own = NodeExecution.run(session, texts.get(node), output);
        tag = own.isEmpty() ? tag : own;
        if (node == Cluster.HOME) {
          output.elsewhere();
          reach.elsewhereAfter();
          rules.check(session);
        }
      } catch (PostgresException e) {
        if (node > Cluster.HOME || e.error().sqlState().equals("0A000")) {
          index.ifPresent(ConcurrentIndex::undo);
        }
        throw node == Cluster.HOME ? e : incomplete(e, node, index.isPresent());
      }
    }
    return tag;
  }

  private PostgresException incomplete(PostgresException failure, int node, boolean undone) {
    return NodeByNode.incomplete(
        failure,
        backends.cluster().nodes().get(node).name(),
        undone ? "; the index has been dropped again on the nodes that had made it" : "");
  }
}
