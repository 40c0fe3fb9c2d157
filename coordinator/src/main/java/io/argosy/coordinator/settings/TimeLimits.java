package io.argosy.coordinator.settings;

import io.argosy.coordinator.gateway.ClientSession.TimeLimit;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.protocol.message.PostgresError;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings that say how long a statement, a transaction, the client's silence and a wait for a
 * lock may last, as they are now for the session. What a node knows of these is its own part only:
 * it may be idle while others work for the same statement. So nodes are told no limit of
 * transactions, and the coordinator watches over them. A node knows them only while it runs a
 * statement that reads settings: it is not idle then, and its transaction has lasted no longer than
 * the client's.
 */
public final class TimeLimits {
  /** Every node may watch over its own part of this one, too. */
  private static final String STATEMENT = "statement_timeout";

  private static final String TRANSACTION = "transaction_timeout";
  private static final String IDLE = "idle_in_transaction_session_timeout";
  private static final String IDLE_SESSION = "idle_session_timeout";

  /** The nodes' own. */
  private static final String LOCK = "lock_timeout";

  private static final List<String> NOT_ON_NODES = List.of(TRANSACTION, IDLE, IDLE_SESSION);

  /** All of them. */
  public static final List<String> NAMES =
      List.of(STATEMENT, TRANSACTION, IDLE, IDLE_SESSION, LOCK);

  private static final PostgresError STATEMENT_TOO_LONG =
      PostgresError.of("57014", "canceling statement due to statement timeout");
  private static final PostgresError SILENT_TOO_LONG =
      PostgresError.of(
          "FATAL", "25P03", "terminating connection due to idle-in-transaction timeout");
  private static final PostgresError IDLE_TOO_LONG =
      PostgresError.of("FATAL", "57P05", "terminating connection due to idle-session timeout");
  private static final PostgresError TRANSACTION_TOO_LONG =
      PostgresError.of("FATAL", "25P04", "terminating connection due to transaction timeout");

  /** How long what a statement means may wait for locks, in a backend that itself holds none. */
  private static final Duration LOOKING_UP = Duration.ofMillis(100);

  private static final String NONE = "0";
  private static final Pattern SHOWN = Pattern.compile("(\\d+)(ms|s|min|h|d)");

  private final SessionSettings settings;

  public TimeLimits(SessionSettings settings) {
    this.settings = settings;
  }

  /** Whether a setting is kept from the nodes. */
  public boolean isKept(String name) {
    return NOT_ON_NODES.contains(name);
  }

  /** What is kept from the nodes now, with the values that the client has set. */
  public Map<String, String> kept(TransactionBlock block) {
    Map<String, String> kept = new HashMap<>();
    for (String name : NOT_ON_NODES) {
      String value = shown(name, block);
      if (!value.equals(NONE)) {
        kept.put(name, value);
      }
    }
    return kept;
  }

  /**
   * Settings of a transaction for a backend that must not wait for locks for long. Where the client
   * is less patient itself, its own limit holds.
   */
  public Map<String, String> impatient(Map<String, String> local) {
    String own = local.getOrDefault(LOCK, settings.shown(LOCK));
    boolean less =
        own != null && !own.equals(NONE) && duration(LOCK, own).compareTo(LOOKING_UP) <= 0;
    Map<String, String> told = new HashMap<>(local);
    told.put(LOCK, less ? own : LOOKING_UP.toMillis() + "ms");
    return told;
  }

  /** The statements that take from a node what it has been told of such settings. */
  List<String> withdrawals(TransactionBlock block) {
    return kept(block).keySet().stream().map(name -> "SET " + name + " = " + NONE).toList();
  }

  /**
   * The session's settings as a node is to have them.
   *
   * @param local others that take their place
   */
  public Map<String, String> onNodes(Map<String, String> local) {
    return withoutLimits(settings.with(local));
  }

  /** These settings as a node is to have them. */
  public Map<String, String> withoutLimits(Map<String, String> all) {
    Map<String, String> told = EncodingSetting.withoutIt(all);
    for (String name : NOT_ON_NODES) {
      if (all.containsKey(name) || !shown(name, null).equals(NONE)) {
        told = new HashMap<>(told);
        told.put(name, NONE);
      }
    }
    return told;
  }

  /**
   * What SHOW says of one of these settings.
   *
   * @param block the current transaction, or null
   */
  public String shown(String name, TransactionBlock block) {
    String local = block == null ? null : block.localSettings().get(name);
    String value = local != null ? local : settings.shown(name);
    // PostgreSQL 16 and older have no transaction_timeout.
    return value == null ? NONE : value;
  }

  /** How long a statement that begins now may last. */
  public Optional<TimeLimit> ofStatement(TransactionBlock block) {
    return ofStatements(1, block);
  }

  /** How long so many of them may last. */
  public Optional<TimeLimit> ofStatements(int count, TransactionBlock block) {
    Optional<TimeLimit> all =
        limit(STATEMENT, block, STATEMENT_TOO_LONG)
            .map(limit -> new TimeLimit(limit.time().multipliedBy(count), limit.error()));
    return shorter(all, ofTransaction(block));
  }

  /** The settings by which a node limits the time of each statement; none if there is no limit. */
  public Map<String, String> ofEachStatement(TransactionBlock block) {
    String value = shown(STATEMENT, block);
    return value.equals(NONE) ? Map.of() : Map.of(STATEMENT, value);
  }

  /**
   * How long the client may keep its session, or its transaction, waiting from now on.
   *
   * @param block the current transaction, or null
   */
  public Optional<TimeLimit> ofSilence(TransactionBlock block) {
    if (block == null) {
      return limit(IDLE_SESSION, null, IDLE_TOO_LONG);
    }
    return shorter(limit(IDLE, block, SILENT_TOO_LONG), ofTransaction(block));
  }

  /** How long the transaction may still last; one that a statement begins begins now. */
  private Optional<TimeLimit> ofTransaction(TransactionBlock block) {
    return limit(TRANSACTION, block, TRANSACTION_TOO_LONG)
        .map(limit -> block == null ? limit : limit.after(block.age()));
  }

  private Optional<TimeLimit> limit(String name, TransactionBlock block, PostgresError error) {
    String value = shown(name, block);
    if (value.equals(NONE)) {
      return Optional.empty();
    }
    return Optional.of(new TimeLimit(duration(name, value), error));
  }

  private static Duration duration(String name, String value) {
    Matcher shown = SHOWN.matcher(value);
    if (!shown.matches()) {
      throw new IllegalArgumentException(name + " is shown as " + value);
    }
    long number = Long.parseLong(shown.group(1));
    return switch (shown.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "min" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  private static Optional<TimeLimit> shorter(Optional<TimeLimit> one, Optional<TimeLimit> other) {
    boolean first =
        other.isEmpty() || (one.isPresent() && one.get().time().compareTo(other.get().time()) <= 0);
    return first ? one : other;
  }
}
