package io.argosy.coordinator.activity;

import io.argosy.coordinator.limit.StatementQueue.Turn;
import io.argosy.node.LoggedStatement;
import io.argosy.node.NodeSession;
import io.argosy.sql.lexer.NormalizedText;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's session: who it is, and what it does. Changed by the session's thread, read by any.
 */
public final class SessionActivity implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SessionActivity.class);

  private final Activity activity;
  private final String role;
  private final String database;
  private final Turn turn;
  private final Instant startedAt = Instant.now();
  private volatile int processId;
  private volatile String client = "";
  private volatile char transactionStatus = 'I';
  private volatile StatementActivity current;
  private volatile StatementActivity last;
  private volatile Instant transactionStartedAt;
  private volatile Instant changedAt = startedAt;
  private volatile String applicationName = "";
  private volatile Supplier<Set<Integer>> homeBackends = Set::of;

  SessionActivity(Activity activity, String role, String database, Turn turn) {
    this.activity = activity;
    this.role = role;
    this.database = database;
    this.turn = turn;
  }

  /** The client is told this process id, by which it can cancel; from now on it is listed. */
  public void connected(int newProcessId, SocketAddress address) {
    processId = newProcessId;
    client =
        address instanceof InetSocketAddress internet
            ? internet.getAddress().getHostAddress() + ":" + internet.getPort()
            : "";
    activity.opened(this);
  }

  /** The process id that the client was told; 0 before that. */
  public int processId() {
    return processId;
  }

  /** The role that it is logged in as. */
  public String role() {
    return role;
  }

  /** The database that it is connected to. */
  public String database() {
    return database;
  }

  /** The client's address and port; empty where it has none. */
  public String client() {
    return client;
  }

  public Instant startedAt() {
    return startedAt;
  }

  /** When its transaction began, be it one of a single statement; empty where there is none. */
  public Optional<Instant> transactionStartedAt() {
    return Optional.ofNullable(transactionStartedAt);
  }

  /** When it became idle, or began to work. */
  public Instant changedAt() {
    return changedAt;
  }

  /** What the client calls itself. */
  public String applicationName() {
    return applicationName;
  }

  /** The client calls itself something else. */
  public void named(String newApplicationName) {
    applicationName = newApplicationName;
  }

  /** The process ids of the backends of the home node that work for it now. */
  public Set<Integer> homeBackends() {
    return homeBackends.get();
  }

  /** Who knows its backends, by any thread. */
  public void worksBy(Supplier<Set<Integer>> newHomeBackends) {
    homeBackends = newHomeBackends;
  }

  /** The statement that ran before, unless its text is too long to be kept. */
  public Optional<StatementActivity> last() {
    return Optional.ofNullable(last);
  }

  /** The statement that is running, or that was prepared a moment ago and is about to. */
  public Optional<StatementActivity> current() {
    return Optional.ofNullable(current);
  }

  /** What {@code pg_stat_activity} calls it. */
  public String state() {
    if (current != null) {
      return "active";
    }
    return switch (transactionStatus) {
      case 'T' -> "idle in transaction";
      case 'E' -> "idle in transaction (aborted)";
      default -> "idle";
    };
  }

  /** Whether its statement waits until it may run. */
  public boolean queued() {
    return turn.waits();
  }

  /** The client has sent a statement, which is going to be looked at. */
  public StatementActivity begin(String text) {
    StatementActivity begun = new StatementActivity(activity.nextId(), text);
    becomes(begun);
    return begun;
  }

  /**
   * The current statement has been read.
   *
   * @param text its text without what stands around it
   * @param comments that stand before and behind it
   */
  public void read(String text, String comments) {
    StatementActivity statement = current;
    if (statement != null) {
      statement.read(text, comments);
    }
  }

  /**
   * A statement is executed: the one that was just prepared, if that is it.
   *
   * @param comments that stand before and behind it
   */
  public StatementActivity execute(String text, String comments) {
    StatementActivity prepared = current;
    StatementActivity statement =
        prepared != null && !prepared.executing() && prepared.text().equals(text)
            ? prepared
            : begin(text);
    statement.read(text, comments);
    statement.execute();
    return statement;
  }

  /** The client wants more rows of a statement. */
  public void resume(StatementActivity statement) {
    statement.resume();
    becomes(statement);
  }

  /** The client has got a part of the rows. */
  public void pause(StatementActivity statement) {
    statement.pause();
    current = null;
  }

  private void becomes(StatementActivity statement) {
    if (transactionStartedAt == null) {
      transactionStartedAt = statement.startedAt();
    }
    if (current == null) {
      changedAt = statement.startedAt();
    }
    current = statement;
    last = statement.text().length() <= NormalizedText.LONGEST ? statement : null;
    LoggedStatement.set(statement.id());
  }

  /** It is known how the current statement is answered. */
  public void plannedAs(String strategy) {
    StatementActivity statement = current;
    if (statement != null) {
      statement.plannedAs(strategy);
    }
  }

  /**
   * The current statement reads catalogs and what is told of statements and nodes, nothing else.
   */
  public void looksOn() {
    StatementActivity statement = current;
    if (statement != null) {
      statement.looksOn();
    }
  }

  /** The client is sent rows of the current statement, or was told how many were changed. */
  public void addRows(long rows) {
    StatementActivity statement = current;
    if (statement != null) {
      statement.addRows(rows);
    }
  }

  /** A statement has been answered. */
  public void complete(StatementActivity statement) {
    statement.pause();
    current = null;
    activity.completed(this, statement);
    statement.forgetRequests();
    LOG.debug(
        "{} answered in {} ms, {} rows",
        statement.strategy(),
        statement.worked().toMillis(),
        statement.rows());
  }

  /** The client is going to be told an error. */
  public void fail(String sqlState) {
    Optional<StatementActivity> failed = current();
    failed.ifPresent(StatementActivity::pause);
    activity.failed(this, failed, sqlState);
    failed.ifPresent(StatementActivity::forgetRequests);
    LOG.debug("failed with {}", sqlState);
    current = null;
  }

  /**
   * The session waits for its client.
   *
   * @param newTransactionStatus as ReadyForQuery tells it
   */
  public void idle(char newTransactionStatus) {
    transactionStatus = newTransactionStatus;
    if (newTransactionStatus == 'I') {
      transactionStartedAt = null;
    }
    current = null;
    changedAt = Instant.now();
    LoggedStatement.clear();
  }

  /** A session on a node whose traffic counts for this session, its statements and the node. */
  public NodeSession metered(int node, NodeSession session) {
    return new MeteredSession(session, activity.traffic(node), this);
  }

  @Override
  public void close() {
    LoggedStatement.clear();
    activity.closed(this);
  }
}
