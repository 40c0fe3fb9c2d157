package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.metadata.HalfPlacedForeignKeys;
import io.argosy.node.NodeSession;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;

/**
 * Says what has made a statement fail, where its node knows only a part of that: a newer catalog, a
 * deadlock over several nodes, rows that are placed on another node, a time that is over. Used by
 * the session's thread.
 */
public final class FailureDiagnosis {
  private final NodeBackends backends;
  private final CatalogVersions versions;
  private final CatalogGuard guard;
  private final DeadlockWatch watch;
  private final StatementTimeout timeout;

  FailureDiagnosis(
      NodeBackends backends,
      CatalogVersions versions,
      CatalogGuard guard,
      DeadlockWatch watch,
      StatementTimeout timeout) {
    this.backends = backends;
    this.versions = versions;
    this.guard = guard;
    this.watch = watch;
    this.timeout = timeout;
  }

  /** What the client is told of a failure, by whoever knows its cause. */
  public PostgresException explained(PostgresException failure) {
    if (CatalogVersions.tells(failure)) {
      versions.newerThan(guard.versions());
      return new PostgresException(
          PostgresError.of("40001", "what the statement needs was changed by others while it ran")
              .withHint("Try the transaction again."),
          failure);
    }
    return watch
        .explained(failure)
        .or(() -> halfPlaced(failure))
        .orElseGet(() -> timeout.explained(failure));
  }

  private Optional<PostgresException> halfPlaced(PostgresException failure) {
    if (!failure.error().sqlState().equals("23503") || backends.cluster().nodes().size() == 1) {
      return Optional.empty();
    }
    NodeSession outside = backends.open(Cluster.HOME);
    try {
      return HalfPlacedForeignKeys.refusal(outside, failure);
    } finally {
      backends.close(outside);
    }
  }
}
