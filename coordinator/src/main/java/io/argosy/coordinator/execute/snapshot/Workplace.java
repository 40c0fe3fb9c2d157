package io.argosy.coordinator.execute.snapshot;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.transaction.barrier.NodeSnapshot;
import io.argosy.coordinator.transaction.barrier.VersionedSnapshot;
import io.argosy.node.NodeSession;
import io.argosy.node.SettingsScope;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A backend of a node in which a statement may make temporary tables. It is the session's own
 * inside a transaction that has written, and where the session has temporary tables there;
 * otherwise one more, so that the session's own can run a fragment at the same time. What runs
 * there has the settings of fragments.
 */
public final class Workplace implements AutoCloseable {
  /** Below this many rows in a table PostgreSQL's default estimates do no harm. */
  public static final long ROWS_WORTH_ANALYZING = 500;

  /**
   * For a transaction that only makes temporary tables: nothing of it need be on disk, and a small
   * sample tells enough of tables that are read once.
   */
  private static final String BRIEF =
      "SET LOCAL synchronous_commit = off; SET LOCAL default_statistics_target = 5";

  private static final Logger LOG = LoggerFactory.getLogger(Workplace.class);

  private final NodeBackends backends;
  private final NodeSession session;
  private final boolean ownBackend;
  private final boolean ownTransaction;
  private final Optional<String> imported;
  private final Map<String, String> settings;
  private final List<String> temporaryTables = new ArrayList<>();
  private boolean open;
  private boolean ended;

  /** On the home node, to be opened first. */
  public Workplace(NodeBackends backends) {
    this(backends, Cluster.HOME, backends::on);
  }

  /** On any node; {@link #opening} is to be run first. */
  Workplace(NodeBackends backends, int node) {
    this(backends, node, backends::on);
  }

  /** On the home node, where it reads no table but those that it makes. */
  public static Workplace ofOwnTables(NodeBackends backends) {
    return new Workplace(backends, Cluster.HOME, backends::asked);
  }

  private Workplace(NodeBackends backends, int node, IntFunction<NodeSession> inTransaction) {
    this.backends = backends;
    boolean homePinned = node == Cluster.HOME && backends.homePinned();
    this.ownTransaction = isApart(backends);
    this.ownBackend = ownTransaction && (backends.inTransaction() || !homePinned);
    this.imported = backends.exportedSnapshot(node);
    this.settings = backends.fragmentSettings(node);
    this.session = ownBackend ? backends.open(node) : inTransaction.apply(node);
  }

  /** Whether what a statement makes on the nodes is made in transactions of their own. */
  public static boolean isApart(NodeBackends backends) {
    return backends.readOnly() || backends.readsBeside();
  }

  /**
   * The statements that open it, after which all of its statements see one snapshot where the
   * transaction is its own.
   */
  String opening() {
    open = true;
    return ownTransaction
        ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE; "
            + imported.map(name -> "SET TRANSACTION SNAPSHOT '" + name + "'; ").orElse("")
            + BRIEF
            + "; "
            + SettingsScope.enterAndTell(settings, VersionedSnapshot.COLUMNS)
        : settings.isEmpty() ? savepoint() : savepoint() + "; " + SettingsScope.enter(settings);
  }

  /** Opens it, if it is not open yet. */
  public void open() {
    takeSnapshot();
  }

  /** Opens it, if it is not open yet, and gives its snapshot if that is one of its own. */
  public Optional<NodeSnapshot> takeSnapshot() {
    return open
        ? Optional.empty()
        : snapshot(TextResult.run(session, opening())).map(VersionedSnapshot::snapshot);
  }

  /** The snapshot among what has been answered to {@link #opening}. */
  Optional<VersionedSnapshot> snapshot(TextResult answer) {
    return ownTransaction
        ? Optional.of(VersionedSnapshot.of(answer.rows().getFirst()))
        : Optional.empty();
  }

  private static String savepoint() {
    return "SAVEPOINT argosy_workplace";
  }

  /** The backend. */
  public NodeSession session() {
    return session;
  }

  /**
   * Makes a temporary table.
   *
   * @param name its name as SQL
   * @param definition the statement that creates it, ON COMMIT DROP
   */
  public void create(String name, String definition) {
    TextResult.run(session, definition);
    created(name);
  }

  /** Notes a temporary table that has been made in the backend. */
  public void created(String name) {
    temporaryTables.add(name);
  }

  /**
   * Whether a query here is as good as one in the session's own backend. Beside a transaction that
   * may not write it is not: that has a snapshot of its own, unless it is the same.
   */
  public boolean seesWhatTheSessionSees() {
    return !backends.readOnly() || backends.readsBeside() || imported.isPresent();
  }

  /** The statement has succeeded: what it made is dropped. */
  public void finish() {
    if (!ended) {
      TextResult.run(session, finishing());
      finished();
    }
  }

  /** Whether nothing of its transaction or its backend is the session's. */
  boolean endsByItself() {
    return ownTransaction && ownBackend;
  }

  /** The statements that end it when the statement has succeeded; then comes {@link #finished}. */
  String finishing() {
    if (ownTransaction) {
      return "COMMIT";
    }
    String release =
        (settings.isEmpty() ? "" : SettingsScope.leave(settings) + "; ")
            + "RELEASE SAVEPOINT argosy_workplace";
    return temporaryTables.isEmpty()
        ? release
        : "DROP TABLE " + String.join(", ", temporaryTables) + " CASCADE; " + release;
  }

  /** What {@link #finishing} says has been done. */
  void finished() {
    ended = true;
    giveBack();
  }

  /** The statement has ended in whatever way: nothing that it did stays. Never throws. */
  @Override
  public void close() {
    if (!ended) {
      ended = true;
      try {
        if (!ownBackend && open) {
          TextResult.run(
              session,
              ownTransaction
                  ? "ROLLBACK"
                  : "ROLLBACK TO SAVEPOINT argosy_workplace; RELEASE SAVEPOINT argosy_workplace");
        }
      } catch (PostgresException e) {
        LOG.debug("a lost backend has rolled back by itself", e);
      } finally {
        giveBack();
      }
    }
  }

  private void giveBack() {
    if (ownBackend) {
      backends.close(session);
    }
  }
}
