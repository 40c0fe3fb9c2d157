package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.OtherDatabases;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * CREATE, DROP and ALTER DATABASE, which no transaction can hold: the nodes run them one after the
 * other, the home node first. What was made is dropped again if a node cannot make it.
 */
final class DatabaseStatements {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseStatements.class);
  private static final String IN_USE = "55006";

  private final OtherDatabases databases;
  private final Backends backends;
  private final ClientOutput client;

  DatabaseStatements(OtherDatabases databases, Backends backends, ClientOutput client) {
    this.databases = databases;
    this.backends = backends;
    this.client = client;
  }

  /**
   * Runs one on every node.
   *
   * @return the command tag
   */
  String run(DatabaseStatement statement) {
    databases.requireMainMembers(backends.cluster());
    statement
        .left()
        .filter(left -> !left.equals(backends.cluster().database()) && isThere(left))
        .ifPresent(left -> databases.leave(left, statement.force()));
    String tag = "";
    for (int node : backends.cluster().positions()) {
      try {
        if (node == Cluster.HOME) {
          // Notices are the home node's.
          tag = NodeExecution.run(backends.home(), statement.sql(), client);
        } else {
          TextResult.run(backends.on(node), textElsewhere(statement));
        }
      } catch (PostgresException e) {
        throw node == Cluster.HOME ? ofOthers(e, statement) : incomplete(e, node, statement);
      }
    }
    return tag;
  }

  /** The home node has said whether there is one to drop. */
  private static String textElsewhere(DatabaseStatement statement) {
    return statement.drops() ? statement.dropping() : statement.sql();
  }

  /** Whether it is there, and the role may do with it what needs that nobody else is. */
  private boolean isThere(String database) {
    return !TextResult.run(
            backends.home(),
            "SELECT FROM pg_catalog.pg_database WHERE datname OPERATOR(pg_catalog.=)"
                + " $1::pg_catalog.name AND (datistemplate"
                + " OR pg_catalog.pg_has_role(datdba, 'USAGE'))",
            List.of(database))
        .rows()
        .isEmpty();
  }

  private PostgresException ofOthers(PostgresException failure, DatabaseStatement statement) {
    PostgresError error = failure.error();
    return error.sqlState().equals(IN_USE)
            && !statement.name().equals(backends.cluster().database())
        ? new PostgresException(
            error.withHint(
                "Other coordinators leave a database a minute after their last client of it."),
            failure)
        : failure;
  }

  private PostgresException incomplete(
      PostgresException failure, int node, DatabaseStatement statement) {
    boolean undone = statement.creates();
    if (undone) {
      for (int made = Cluster.HOME; made < node; made++) {
        undone &= drop(made, statement);
      }
    }
    return NodeByNode.incomplete(
        failure,
        backends.cluster().nodes().get(node).name(),
        undone ? "; the database has been dropped again on the nodes that had made it" : "");
  }

  private boolean drop(int node, DatabaseStatement statement) {
    try {
      TextResult.run(backends.on(node), statement.dropping());
      return true;
    } catch (PostgresException e) {
      LOG.warn("a database that not all nodes could make was not dropped again", e);
      return false;
    }
  }
}
