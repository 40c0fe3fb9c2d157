package io.argosy.node.local;

import io.argosy.node.KeptStatement;
import io.argosy.node.SettingsScope;
import io.argosy.node.resource.BackendMeter;
import io.argosy.protocol.client.PostgresConnection;
import io.argosy.protocol.message.BackendDecoder;
import io.argosy.protocol.message.BackendMessage;
import io.argosy.protocol.message.FrontendMessages;
import io.argosy.protocol.message.Messages;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of the pool and what is known of its backend's state: which settings it has, its
 * transaction status, whether it can be used again.
 */
final class Backend {
  private static final Logger log = LoggerFactory.getLogger(Backend.class);

  /** How long a server may say nothing to statements of the agent's own, which wait for nobody. */
  private static final Duration OWN_LIMIT = Duration.ofSeconds(10);

  /** The settings that say as whom statements run; to set the first takes the second back. */
  private static final List<String> IDENTITY = List.of("session_authorization", "role");

  /** Tags of commands that end all prepared statements of a session, and what they begin with. */
  private static final Set<String> ENDS_STATEMENTS = Set.of("DEALLOCATE ALL", "DISCARD ALL");

  private static final byte ENDS_STATEMENTS_FIRST = 'D';

  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  private final String nodeName;
  private final BackendKey key;
  private final PostgresConnection connection;
  private final Canceller canceller;
  private final BackendMeter meter;
  private final Set<String> kept = ConcurrentHashMap.newKeySet();
  private Map<String, String> settings = Map.of();
  private volatile char transactionStatus = 'I';
  private volatile boolean broken;
  private volatile boolean worked;
  private volatile PostgresError lastWords;

  Backend(String nodeName, BackendKey key, PostgresConnection connection, BackendMeter meter) {
    this.meter = meter;
    this.nodeName = nodeName;
    this.key = key;
    this.connection = connection;
    this.canceller = new Canceller(connection);
  }

  BackendKey key() {
    return key;
  }

  Canceller canceller() {
    return canceller;
  }

  /** What meters its requests. */
  BackendMeter meter() {
    return meter;
  }

  int processId() {
    return connection.processId();
  }

  char transactionStatus() {
    return transactionStatus;
  }

  boolean reusable() {
    return !broken && transactionStatus == 'I' && !canceller.unconfirmed();
  }

  /** Whether it can be used again, and nothing is under way for it. */
  boolean isIdle() {
    return reusable() && canceller.isIdle();
  }

  boolean isAlive() {
    return connection.isAlive();
  }

  /**
   * Gives the backend exactly these settings, in one round trip, or none if it has them. Who it
   * acts as decides what may be set: it was either of the two, so one more is made if the first
   * lacks a privilege.
   */
  void applySettings(Map<String, String> wanted) {
    if (wanted.equals(settings)) {
      return;
    }
    List<String> others =
        wanted.keySet().stream().filter(name -> !IDENTITY.contains(name)).toList();
    List<String> identity = IDENTITY.stream().filter(wanted::containsKey).toList();
    try {
      apply(wanted, others, identity);
    } catch (PostgresException e) {
      if (identity.isEmpty() || !e.error().sqlState().equals(INSUFFICIENT_PRIVILEGE)) {
        throw e;
      }
      apply(wanted, identity, others);
    }
    settings = wanted;
  }

  /** In this order. One simple query is one transaction: when it fails, all stay as they were. */
  private void apply(Map<String, String> wanted, List<String> first, List<String> then) {
    StringBuilder sql = new StringBuilder();
    if (settings.keySet().stream().anyMatch(IDENTITY::contains)) {
      // RESET ALL leaves out who the backend acts as.
      sql.append("RESET SESSION AUTHORIZATION; RESET ROLE; ");
    }
    sql.append("RESET ALL");
    String separator = "; SELECT ";
    for (String name : Stream.concat(first.stream(), then.stream()).toList()) {
      sql.append(separator).append("pg_catalog.set_config(");
      sql.append(SettingsScope.literal(name))
          .append(", ")
          .append(SettingsScope.literal(wanted.get(name)))
          .append(", false)");
      separator = ", ";
    }
    run(sql.toString());
  }

  /** Whether it has been leased before. */
  boolean hasWorked() {
    return worked;
  }

  /** It is closed when it is given back. */
  void retire() {
    broken = true;
  }

  /** Brings the backend back to where another lease can start from. */
  void clean(boolean discard) {
    worked = true;
    if (broken) {
      return;
    }
    try {
      if (transactionStatus != 'I') {
        run("ROLLBACK");
      }
      if (discard) {
        run("DISCARD ALL");
        settings = Map.of();
      }
    } catch (PostgresException e) {
      broken = true;
      log.warn("a backend of node {} could not be cleaned and is closed", nodeName, e);
    }
  }

  private void run(String sql) {
    canceller.await();
    limitReads(OWN_LIMIT);
    meter.skip();
    send(new FrontendMessages().query(sql));
    PostgresError error = null;
    Messages message;
    do {
      message = read();
      if (message.type() == BackendMessage.ERROR_RESPONSE) {
        error = BackendDecoder.error(message.body());
      }
    } while (message.type() != BackendMessage.READY_FOR_QUERY);
    limitReads(Duration.ZERO);
    if (error != null) {
      throw new PostgresException(error);
    }
  }

  private void limitReads(Duration limit) {
    try {
      connection.setReadTimeout(limit);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  /** Whether it is known to have a statement prepared, after {@link #keeps}. */
  boolean isKept(KeptStatement statement) {
    return kept.contains(statement.name());
  }

  /** A request that prepares a statement has been answered without an error. */
  void keeps(KeptStatement statement) {
    kept.add(statement.name());
  }

  /** A request that uses a prepared statement has failed: nobody knows what is there. */
  void forgets(KeptStatement statement) {
    kept.remove(statement.name());
  }

  void send(FrontendMessages messages) {
    try {
      connection.send(messages);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  void send(ByteBuffer messages) {
    try {
      connection.send(messages);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  Messages read() {
    try {
      Messages messages = connection.read();
      switch (messages.type()) {
        case BackendMessage.READY_FOR_QUERY -> transactionStatus = (char) messages.body().get();
        case BackendMessage.ERROR_RESPONSE -> rememberLastWords(messages);
        case BackendMessage.COMMAND_COMPLETE -> heedEndOfStatements(messages);
        default -> {}
      }
      return messages;
    } catch (IOException e) {
      throw lost(e);
    }
  }

  /** What has been asked to end all prepared statements has ended those that are kept, too. */
  private void heedEndOfStatements(Messages complete) {
    if (!kept.isEmpty()
        && complete.body().get() == ENDS_STATEMENTS_FIRST
        && ENDS_STATEMENTS.contains(BackendDecoder.string(complete.body()))) {
      kept.clear();
    }
  }

  private void rememberLastWords(Messages messages) {
    PostgresError error = BackendDecoder.error(messages.body());
    if (error.endsSession()) {
      lastWords = error;
    }
  }

  boolean hasMore() {
    try {
      return connection.hasMore();
    } catch (IOException e) {
      throw lost(e);
    }
  }

  private PostgresException lost(IOException cause) {
    broken = true;
    PostgresError error =
        PostgresError.of(
            "08006", "the connection to node \"" + nodeName + "\" was lost: " + cause.getMessage());
    PostgresError said = lastWords;
    if (said != null) {
      error = error.withDetail("The server said: " + said.message() + " (" + said.sqlState() + ")");
    }
    return new PostgresException(error, cause);
  }

  /** Makes whoever waits for this backend fail. */
  void abort() {
    broken = true;
    connection.abort();
  }

  void close() {
    meter.close();
    try {
      connection.close();
    } catch (IOException e) {
      log.debug("a backend of node {} was gone before it was closed", nodeName, e);
    }
  }
}
