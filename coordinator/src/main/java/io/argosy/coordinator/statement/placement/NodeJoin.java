package io.argosy.coordinator.statement.placement;

import com.fasterxml.jackson.databind.JsonNode;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.NodeDirectory;
import io.argosy.coordinator.cluster.OtherDatabases;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.transaction.TransactionModes.Isolation;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * {@code argosy.add_node}: makes a server that can be reached a member of the cluster, behind the
 * others. It gets the roles, all definitions, the rows of replicated tables and the metadata in a
 * transaction of its own, which commits first: until the members say that it is one of them, nobody
 * reads it, and what a failure leaves there is used the next time. It owns no slots yet.
 *
 * <p>At the end definitions wait, and who writes replicated tables, while what has changed since
 * the first copy is copied again; nobody else waits. Who has planned for the members that there
 * were finds that the catalog has changed, and starts again.
 */
public final class NodeJoin {
  /** How often copies are made or brought up to date before writers have to wait. */
  private static final int ROUNDS = 3;

  /** How often it is begun again, since definitions were dropped or changed meanwhile. */
  private static final int ATTEMPTS = 5;

  /** Classes of what fails when something that is needed is dropped meanwhile. */
  private static final Set<String> OF_DEFINITIONS =
      Set.of("0A", "22", "2B", "3F", "42", "55", "XX");

  /** Who defines roles and databases has a lock on these, in whichever database. */
  private static final String LOCK_ROLES =
      "LOCK TABLE pg_catalog.pg_authid, pg_catalog.pg_auth_members, pg_catalog.pg_db_role_setting,"
          + " pg_catalog.pg_database IN SHARE MODE";

  private final Backends backends;
  private final NodeDirectory directory;
  private final OtherDatabases databases;
  private final ClientOutput client;

  /**
   * @param directory where the server is looked for
   */
  public NodeJoin(
      Backends backends, NodeDirectory directory, OtherDatabases databases, ClientOutput client) {
    this.backends = backends;
    this.directory = directory;
    this.databases = databases;
    this.client = client;
  }

  /**
   * Adds a node. Commits by itself.
   *
   * @return the node's position, as a row
   * @throws PostgresException 25001 inside a transaction block; 42704 for a server that is not
   *     configured; 55000 for one that is not alike, or has rows; 55P03 when writers of replicated
   *     tables do not let it come in
   */
  public Execution add(SqlStatement statement, Binding binding) {
    if (backends.block() != null) {
      throw new PostgresException("25001", "add_node cannot run inside a transaction block");
    }
    backends.ensureTransaction();
    backends.transaction().changesNodes();
    JsonNode arguments = PlacementCall.of(statement, binding, backends.home(), client).arguments();
    if (!backends.block().is(Isolation.READ_COMMITTED)) {
      throw new PostgresException(
          "25001",
          "nodes join in READ COMMITTED transactions only",
          "SET default_transaction_isolation = 'read committed'.");
    }
    Node node = configured(arguments.get("node").asText());
    databases.requireNext(backends.cluster(), node);
    int position = backends.cluster().nodes().size();
    TextResult.run(
        backends.home(),
        "SET LOCAL idle_in_transaction_session_timeout = 0; SELECT argosy.begin_join()");
    try (JoiningNode joining = JoiningNode.open(backends, node)) {
      JoiningCopies copies = give(joining, position);
      backends.runOnEach(
          "SELECT argosy.note_joined_node(%s, %d)"
              .formatted(Identifiers.literal(node.name()), position));
      joining.commit();
      backends.transaction().commit();
      client.notice(
          PostgresError.of(
                  "NOTICE",
                  "00000",
                  "node \"%s\" has joined, with %d rows of reference tables; their writers waited for %d ms"
                      .formatted(node.name(), copies.rows(), copies.millisecondsLocked()))
              .withHint(
                  "It has no rows of distributed tables yet: argosy.rebalance_plan() says which"
                      + " slots are to move, and ./argosy rebalance moves them."));
    }
    return new ImmediateExecution("SELECT 1", List.of(List.of(Integer.toString(position))));
  }

  private Node configured(String name) {
    return directory
        .find(name)
        .orElseThrow(
            () ->
                new PostgresException(
                    PostgresError.of(
                            "42704",
                            "the coordinator's configuration lists no node \"" + name + "\"")
                        .withDetail(
                            "It lists "
                                + directory.nodes().stream()
                                    .map(Node::name)
                                    .collect(Collectors.joining(", "))
                                + ".")
                        .withHint(
                            "List it under nodes in the configuration file of every coordinator,"
                                + " and send them SIGHUP.")));
  }

  /**
   * Gives the server what a member has: first while others go on with their work, then what is new
   * since, while nobody can change it any more.
   */
  private JoiningCopies give(JoiningNode joining, int position) {
    for (int attempt = 1; ; attempt++) {
      String version = version();
      try {
        JoiningCopies copies = define(joining, version);
        complete(joining, copies, version, position);
        return copies;
      } catch (ChangedDefinitionsException e) {
        if (attempt == ATTEMPTS) {
          throw new PostgresException(
              e.error().withHint("Try again when fewer definitions are changed and dropped."), e);
        }
      }
    }
  }

  private String version() {
    return TextResult.run(backends.home(), "SELECT argosy.catalog_version()").single();
  }

  /** Definitions, and copies of rows in several rounds, of which the later ones have less to do. */
  private JoiningCopies define(JoiningNode joining, String version) {
    try {
      JoiningCopies copies = joining.define(() -> !version().equals(version));
      boolean changed = true;
      for (int round = 0; changed && round < ROUNDS; round++) {
        changed = update(copies);
      }
      return copies;
    } catch (PostgresException e) {
      boolean ofDefinitions = OF_DEFINITIONS.contains(e.error().sqlStateClass());
      throw ofDefinitions && !version().equals(version) ? new ChangedDefinitionsException(e) : e;
    }
  }

  /** Reads the home node with one snapshot, while others write there. */
  private boolean update(JoiningCopies copies) {
    NodeSession home = backends.openElsewhere(backends.cluster().home());
    try {
      TextResult.run(home, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      return copies.update(home);
    } finally {
      backends.closeElsewhere(home);
    }
  }

  /**
   * All locks are there at the end, or none: who has to wait for one of them may have another one.
   */
  private void complete(JoiningNode joining, JoiningCopies copies, String version, int position) {
    NodeSession home = backends.home();
    backends.markTablesLocked();
    new PatientLocks(backends)
        .take(
            List.of(home),
            "Transactions that define something, or write reference tables for longer, keep nodes"
                + " from joining until they end.",
            patience -> {
              TextResult.run(home, "SELECT argosy.lock_nodes(" + position + ")");
              TextResult.run(home, SlotMoveLocks.LOCK_MAP);
              if (!version().equals(version)) {
                joining.defineAgain();
              }
              TextResult.run(home, LOCK_ROLES);
              joining.defineRolesAgain();
              joining.enter(position);
              copies.lockAndUpdate(home);
              if (position == 1) {
                TextResult.run(home, "SELECT argosy.lock_statements()");
              }
              return true;
            });
  }
}
