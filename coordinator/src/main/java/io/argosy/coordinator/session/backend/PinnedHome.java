package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.transaction.deadlock.Party;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The home node's backend as a session keeps it, since a statement has left something in it. Used
 * by the session's thread; {@link #processes} by any.
 */
public final class PinnedHome {
  private final SessionTransaction transaction;
  private final LeasedBackends leased;
  private final RunningStatement statement;
  private final SessionSettings settings;

  PinnedHome(
      SessionTransaction transaction,
      LeasedBackends leased,
      RunningStatement statement,
      SessionSettings settings) {
    this.transaction = transaction;
    this.leased = leased;
    this.statement = statement;
    this.settings = settings;
  }

  /**
   * Keeps the backend for the session, since a statement has left something in it: a temporary
   * table, a lock, a channel that is listened to.
   */
  public void pin() {
    transaction.home();
    leased.pinHome();
  }

  /** It goes back with the others again. */
  public void unpin() {
    leased.unpinHome();
    statement.end(transaction.isOpen());
  }

  /** How many of them have been kept for the session so far. */
  public long pins() {
    return leased.pins();
  }

  /** Has the backend be one that takes a value of a setting, if another will do. */
  public void requireTaking(String setting, String value) {
    leased.leaseHomeThatTakes(setting, value, !transaction.isOpen());
  }

  /**
   * Whether the session may have temporary objects, or make some without saying so. Those that it
   * has made keep the backend.
   */
  public boolean mayHaveTemporaryObjects() {
    String local =
        transaction.isOpen() ? transaction.block().localSettings().get("search_path") : null;
    String path = local == null ? settings.shown("search_path") : local;
    return leased.homePinned() || path != null && path.contains("pg_temp");
  }

  /** The process ids of the home node's backends that work for the session. Any thread. */
  public Set<Integer> processes() {
    return leased.working().stream()
        .filter(backend -> backend.node() == Cluster.HOME)
        .map(Party.Backend::process)
        .collect(Collectors.toSet());
  }
}
