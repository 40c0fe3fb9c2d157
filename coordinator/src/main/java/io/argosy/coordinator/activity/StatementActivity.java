package io.argosy.coordinator.activity;

import io.argosy.coordinator.resource.RequestLedger;
import io.argosy.sql.lexer.NormalizedText;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * One execution of a statement. The session's thread begins and ends it; the threads of its
 * fragments add to it; any thread may read it.
 */
public final class StatementActivity {
  private final String id;
  private volatile String text;
  private volatile String comments = "";
  private final Instant startedAt = Instant.now();
  private final Set<String> nodes = ConcurrentHashMap.newKeySet();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder rows = new LongAdder();
  private volatile RequestLedger ledger = new RequestLedger();
  private volatile String strategy = "";
  private volatile long plannedAfter;
  private volatile boolean onlooker;

  /** Used by the session's thread, as the times are. */
  private boolean executing;

  private long resumedAt = System.nanoTime();
  private long worked;

  StatementActivity(String id, String text) {
    this.id = id;
    this.text = text;
  }

  /** What tells it from all other executions, in logs of the coordinator and of the agents. */
  public String id() {
    return id;
  }

  /** The client's text. */
  public String text() {
    return text;
  }

  /** The same without its constants and comments, or the start of that. */
  public String normalizedText() {
    return NormalizedText.of(text);
  }

  /** The comments before and behind it. */
  public String comments() {
    return comments;
  }

  /** It is known where it begins and ends in what the client has sent. */
  void read(String newText, String newComments) {
    text = newText;
    comments = newComments;
  }

  public Instant startedAt() {
    return startedAt;
  }

  /** How it is answered, as EXPLAIN says; empty until that is known. */
  public String strategy() {
    return strategy;
  }

  /** The names of the nodes that have done something for it so far, in their order. */
  public Set<String> nodes() {
    return new TreeSet<>(nodes);
  }

  /** Bytes that nodes have answered, or sent to each other, so far. */
  public long bytes() {
    return bytes.sum();
  }

  /** Rows that the client was sent, or that were changed, so far. */
  public long rows() {
    return rows.sum();
  }

  /** Nanoseconds from its start until it was known how it is answered; 0 before that. */
  public long plannedAfter() {
    return plannedAfter;
  }

  /** It has been answered, and is remembered only as the last one of its session. */
  void forgetRequests() {
    ledger = new RequestLedger();
  }

  /** What nodes were asked for it, and what that has used there. */
  public RequestLedger ledger() {
    return ledger;
  }

  /** How long it was worked on, once it has ended: without the time between parts of its rows. */
  public Duration worked() {
    return Duration.ofNanos(worked);
  }

  /** It is known how it is answered. */
  void plannedAs(String newStrategy) {
    strategy = newStrategy;
    plannedAfter = ledger.now();
  }

  /** It reads catalogs only. */
  void looksOn() {
    onlooker = true;
  }

  /** Whether it reads catalogs only, as who looks at what others do. */
  public boolean onlooker() {
    return onlooker;
  }

  void addRows(long more) {
    rows.add(more);
  }

  /** A node has answered or moved so many bytes. */
  void addBytes(long more) {
    bytes.add(more);
  }

  /** A node is asked something. */
  void asks(String node) {
    nodes.add(node);
  }

  boolean executing() {
    return executing;
  }

  void execute() {
    executing = true;
  }

  /** The client is given a part of the rows, and may ask for more. */
  void pause() {
    worked += System.nanoTime() - resumedAt;
  }

  void resume() {
    resumedAt = System.nanoTime();
  }
}
