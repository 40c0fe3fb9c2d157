package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.session.backend.Backends;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Takes locks that writers stand in the way of, and wait behind. Who waits for such a lock may wait
 * for one of those writers. So it gives up soon, lets them pass, and tries again, with more
 * patience each time. A lock is waited for as long as an attempt has time by itself, or as long as
 * is left of that, where it is taken by {@link Patience}.
 */
final class PatientLocks {
  /** Of locks that were not there in time. */
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private static final int FIRST_PATIENCE = 20;

  /** Others wait so long for nothing when it gives up a lock, and then go on for as long. */
  private static final int MOST_PATIENCE = 250;

  /**
   * For each autovacuum that is in the way: longer than {@code deadlock_timeout}, when PostgreSQL
   * stops it; but then a writer, too, that waits for this one.
   */
  private static final int PATIENCE_WITH_VACUUM = 1500;

  private static final String VACUUM =
      "SELECT pg_catalog.count(DISTINCT l.pid) FROM pg_catalog.pg_locks l JOIN"
          + " pg_catalog.pg_stat_activity a ON a.pid OPERATOR(pg_catalog.=) l.pid JOIN"
          + " argosy.tables t ON t.relation OPERATOR(pg_catalog.=) l.relation WHERE a.datname"
          + " OPERATOR(pg_catalog.=) pg_catalog.current_database() AND a.backend_type"
          + " OPERATOR(pg_catalog.=) 'autovacuum worker'";

  private static final int ATTEMPTS = 20;

  private final Backends backends;
  private final List<String> inTheWay = new ArrayList<>();

  PatientLocks(Backends backends) {
    this.backends = backends;
  }

  /**
   * Takes locks.
   *
   * @param sessions where they are taken, which are in a transaction
   * @param hint what to say of who does not let it come in
   * @param locks takes them
   * @throws PostgresException 55P03 when others do not let it come in
   */
  <T> T take(List<NodeSession> sessions, String hint, Function<Patience, T> locks) {
    int patience = FIRST_PATIENCE;
    for (int attempt = 1; ; attempt++) {
      try {
        return attempt(sessions, patience, locks);
      } catch (PostgresException e) {
        boolean late = e.error().sqlState().equals(LOCK_NOT_AVAILABLE);
        if (!late || e instanceof ChangedDefinitionsException) {
          throw e;
        }
        if (attempt == ATTEMPTS) {
          throw new PostgresException(e.error().withHint(hint), e);
        }
      }
      backends.timeout().pause(Duration.ofMillis(patience));
      int vacuums = attempt == ATTEMPTS - 1 ? vacuumsInTheWay(sessions) : 0;
      patience =
          vacuums > 0 ? vacuums * PATIENCE_WITH_VACUUM : Math.min(2 * patience, MOST_PATIENCE);
    }
  }

  private static int vacuumsInTheWay(List<NodeSession> sessions) {
    return sessions.stream()
        .mapToInt(session -> Integer.parseInt(TextResult.run(session, VACUUM).single()))
        .sum();
  }

  private <T> T attempt(List<NodeSession> sessions, int patience, Function<Patience, T> locks) {
    sessions.forEach(
        session ->
            TextResult.run(
                session, "SAVEPOINT argosy_move; SET LOCAL lock_timeout = '" + patience + "ms'"));
    try {
      T locked = locks.apply(new Patience(Duration.ofMillis(patience), inTheWay));
      // What comes now waits for definitions only.
      sessions.forEach(
          session ->
              TextResult.run(
                  session, "SET LOCAL lock_timeout = '5s'; RELEASE SAVEPOINT argosy_move"));
      return locked;
    } catch (PostgresException e) {
      sessions.forEach(
          session ->
              TextResult.run(
                  session, "ROLLBACK TO SAVEPOINT argosy_move; RELEASE SAVEPOINT argosy_move"));
      throw e;
    }
  }
}
