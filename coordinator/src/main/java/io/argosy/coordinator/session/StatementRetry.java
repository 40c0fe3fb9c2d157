package io.argosy.coordinator.session;

import io.argosy.coordinator.execute.modify.DifferingCopiesException;
import io.argosy.coordinator.gateway.ClientGoneException;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.metadata.RestartedStatements;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.client.AnsweredOutput;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.code.InnerStatements;
import io.argosy.coordinator.statement.prepared.OwnStatements;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.coordinator.transaction.barrier.FracturedReadException;
import io.argosy.protocol.message.PostgresException;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a statement again that has failed by what others have changed meanwhile, as long as its
 * client knows nothing of it. Used by the session's thread.
 */
final class StatementRetry {
  private static final Logger LOG = LoggerFactory.getLogger(StatementRetry.class);

  private final Backends backends;
  private final CatalogVersions versions;
  private final AnsweredOutput client;
  private final TransactionCommand command;
  private final ActivePortal active;
  private final StatementPreparer preparer;
  private final StatementDescriber describer;
  private final OwnStatements own;
  private final InnerStatements inner;
  private final MessageBatch batch;
  private final RunsAhead ahead;

  StatementRetry(
      Backends backends,
      CatalogVersions versions,
      AnsweredOutput client,
      TransactionCommand command,
      ActivePortal active,
      StatementPreparer preparer,
      StatementDescriber describer,
      OwnStatements own,
      InnerStatements inner,
      MessageBatch batch,
      RunsAhead ahead) {
    this.backends = backends;
    this.versions = versions;
    this.client = client;
    this.command = command;
    this.active = active;
    this.preparer = preparer;
    this.describer = describer;
    this.own = own;
    this.inner = inner;
    this.batch = batch;
    this.ahead = ahead;
  }

  /** Definitions wait for a statement that starts again, until it has started. */
  RestartedStatements.Turn holdDefinitions() {
    return versions.restarted().startAgain();
  }

  /**
   * A statement has failed of which the client knows nothing yet. If that is since it is based on
   * an older catalog than the nodes have, or since others have changed copies of a table meanwhile,
   * it is prepared to start again.
   *
   * @return whether it is to start again
   */
  boolean startsAgain(StatementPortal portal, RuntimeException failure) {
    if (ahead.isBehindOthers()) {
      // Runs that the client has not asked for cannot be undone alone.
      return false;
    }
    boolean ranOthers = client.captures() || inner.ran() && portal.begunBefore();
    boolean differs = failure instanceof DifferingCopiesException;
    boolean again =
        differs
            ? portal.copiesMayAgree() && !backends.timeout().isOver()
            : failure instanceof FracturedReadException || isOutdated(portal, failure);
    if (client.answered() || ranOthers || changesByItself(portal) || !again) {
      LOG.debug("not again: answered {}, ran others {}", client.answered(), ranOthers, failure);
      return false;
    }
    active.stop(portal);
    ahead.end();
    if (!(failure instanceof FracturedReadException)) {
      versions.restarted().expect();
    }
    boolean undone =
        differs
            ? backends.statementRollback().undoOnAllNodes(portal.begunBefore())
            : backends.statementRollback().undoParts(portal.begunBefore());
    if (!undone) {
      LOG.debug("not again, since it cannot be undone", failure);
      return false;
    }
    own.changing();
    command.startTime();
    if (failure instanceof FracturedReadException fractured) {
      backends.snapshots().awaitEnd(fractured);
    } else {
      backends
          .timeout()
          .waiting(
              () -> {
                versions.awaitMove();
                return true;
              });
    }
    prepareAgain(portal);
    return true;
  }

  private void prepareAgain(StatementPortal portal) {
    List<Long> based = versions.known();
    PreparedStatement prepared = portal.prepared();
    if (batch.isSimple()) {
      portal.startAgain(preparer.prepare(SqlStatement.of(prepared.text()), new int[0]), based);
      client.columnsFirst(portal.fields());
    } else if (prepared.isTold()) {
      describer.requireSameRows(prepared);
      portal.startAgain(prepared, based);
    } else {
      portal.startAgain(anew(prepared), based);
    }
  }

  /** What runs outside of transactions has done a part of its work, and changed versions itself. */
  private static boolean changesByItself(StatementPortal portal) {
    return portal.prepared().statement().kind() == StatementKind.MAINTENANCE;
  }

  /** The client knows nothing of a statement yet, but has given the values of its parameters. */
  private PreparedStatement anew(PreparedStatement prepared) {
    PreparedStatement anew =
        preparer.prepare(SqlStatement.of(prepared.text()), prepared.clientTypes());
    if (!Arrays.equals(anew.parameterTypes(), prepared.parameterTypes())) {
      throw new PostgresException(
          "40001",
          "the types of the statement's parameters were changed while it was prepared",
          "Try the transaction again.");
    }
    prepared.replaceBy(anew);
    return anew;
  }

  /** What is wrong with an older plan is told by the node, or seen when its answer is read. */
  private boolean isOutdated(StatementPortal portal, RuntimeException failure) {
    if (failure instanceof PostgresException told) {
      return versions.isOutdated(told, portal.based());
    }
    return !(failure instanceof ClientGoneException) && versions.newerThan(portal.based());
  }
}
