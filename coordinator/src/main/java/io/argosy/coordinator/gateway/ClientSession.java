package io.argosy.coordinator.gateway;

import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What the wire protocol asks of the session behind a client's connection. Called from the
 * connection's own virtual thread, one call at a time, except {@link #cancel}. A {@link
 * PostgresException} thrown by any method is sent to the client as an ErrorResponse; the session
 * has then already noted the failure in its transaction state.
 */
public interface ClientSession extends AutoCloseable {
  /**
   * The client is told that it is connected: called once, before anything else is asked.
   *
   * @param processId what the client knows the session by
   * @param client its address
   */
  default void connected(int processId, SocketAddress client) {}

  /** Told once, at the start: where the session sees what the client has given names. */
  default void names(Names names) {}

  /** Settings that a client is told at the start of its session (server_version, TimeZone ..). */
  Map<String, String> reportedParameters();

  /** Those of them that have changed since the client was told, which it is about to be. */
  default Map<String, String> changedParameters() {
    return Map.of();
  }

  /**
   * Runs a simple query: every statement of the text, answers to the client's output, without the
   * final ReadyForQuery.
   */
  void simpleQuery(String sql);

  /**
   * Calls a function by its number (FunctionCall): the result to the client's output, without the
   * final ReadyForQuery.
   *
   * @param resultFormat 0 text, 1 binary
   */
  default void call(int function, Values arguments, short resultFormat) {
    throw new PostgresException("0A000", "function calls by message are not supported");
  }

  /**
   * Parses and describes one statement (Parse of the extended protocol). An empty text is a
   * statement too.
   *
   * @param parameterTypes type object ids given by the client, 0 for unspecified
   */
  Prepared prepare(String sql, int[] parameterTypes);

  /**
   * A message of a statement comes that asks no node.
   *
   * @throws PostgresException 57014 where the statement's time is over
   */
  default void goesOn() {}

  /** Makes a portal of a statement (Bind). Formats and values as in the Bind message. */
  Portal bind(Prepared statement, Values values, short[] resultFormats);

  /**
   * A statement that SQL has prepared under this name (PREPARE): asked when the protocol itself has
   * prepared none of that name.
   */
  default Optional<Prepared> preparedBySql(String name) {
    return Optional.empty();
  }

  /** Whether SQL has taken this name for a statement of its own. */
  default boolean isPreparedBySql(String name) {
    return false;
  }

  /**
   * A cursor that SQL has declared under this name: asked when the protocol itself has no portal of
   * that name. psycopg describes its server-side cursors so.
   */
  default Optional<Portal> cursor(String name) {
    return Optional.empty();
  }

  /** The end of a batch of extended-protocol messages: an implicit transaction is committed. */
  void sync();

  /**
   * An error between extended-protocol messages that the session did not see itself (an unknown
   * portal, a malformed message): aborts the transaction as PostgreSQL does.
   */
  void failed();

  /**
   * Whether something may come for the client although it asks for nothing: it listens, and no
   * transaction is open.
   */
  default boolean listens() {
    return false;
  }

  /** Passes on what others have told, as far as it is here. */
  default void deliverNotifications() {}

  /** The same, with whatever has been told before. */
  default void awaitNotifications() {}

  /** Before everything else: what controls its connection. */
  default void controls(Control control) {}

  /** What a session can do to the connection of its client. Any thread; does not wait. */
  interface Control {
    /** Ends the wait for the client's next message, since there is something to pass on. */
    void wake();

    /** Ends the connection with a last error. What runs for it is the session's to stop. */
    void end(PostgresError error);
  }

  /** How long the client may ask for nothing from now on; empty for as long as it likes. */
  default Optional<TimeLimit> silenceLimit() {
    return Optional.empty();
  }

  /** The status that ReadyForQuery reports: 'I', 'T' or 'E'. */
  char transactionStatus();

  /**
   * Cancels what is running, if anything. Any thread may call it, even after {@link #close}; it
   * does not wait.
   */
  void cancel();

  /**
   * Ends the session, whose portals have been closed before; open transactions are rolled back.
   * Never throws.
   */
  @Override
  void close();

  /**
   * How long something may last.
   *
   * @param time how long; not negative
   * @param error what the client is told when it lasts longer
   */
  record TimeLimit(Duration time, PostgresError error) {
    /** What is left of it after some time. */
    public TimeLimit after(Duration passed) {
      Duration left = time.minus(passed);
      return new TimeLimit(left.isNegative() ? Duration.ZERO : left, error);
    }
  }

  /** A parsed statement. */
  interface Prepared {
    int[] parameterTypes();

    /** The columns of its rows, in text format; empty when it returns no rows. */
    Optional<List<Field>> fields();

    /** The client is told that it is there. */
    default void told() {}

    /**
     * What it is now: as long as the client has not been told of it, it may turn out to be another
     * one.
     */
    default Prepared latest() {
      return this;
    }
  }

  /**
   * Parameter values of a Bind message.
   *
   * @param formats none (all text), one for all, or one each: 0 text, 1 binary
   * @param values bytes in those formats, null for NULL
   */
  record Values(short[] formats, List<byte[]> values) {}

  /**
   * An execution of a statement to its end.
   *
   * @param values in UTF-8
   * @param resultFormats as in the Bind message
   */
  record Run(Prepared statement, Values values, short[] resultFormats) {}

  /** A bound statement that is executed, perhaps in several parts. */
  interface Portal extends AutoCloseable {
    /**
     * The columns of its rows in the formats that Bind asked for; empty when it returns no rows.
     */
    Optional<List<Field>> fields();

    /** Whether its columns may be others than they were, since it has turned out to be outdated. */
    default boolean renewed() {
      return false;
    }

    /**
     * The client may have sent more executions, of the same statement or of others, which come
     * directly behind this one. Told before {@link #execute}, which is to give all rows.
     *
     * @param next reads them, as far as they are here
     */
    default void followedBy(Supplier<Stream<Run>> next) {}

    /**
     * The client's batch may end with this execution. Told before {@link #execute}.
     *
     * @param syncFollows whether a Sync is here that comes directly behind it
     */
    default void mayEndBatch(BooleanSupplier syncFollows) {}

    /**
     * Runs or goes on. Rows and the CommandComplete (or EmptyQueryResponse) go to the client's
     * output; a PortalSuspended is the caller's to send.
     *
     * @param maximumRows how many rows at most, 0 for all
     * @return true when it is complete, false when rows may be left
     */
    boolean execute(int maximumRows);

    /** Whether the portal may live on after the transaction that made it has ended. */
    boolean holdable();

    /**
     * Ends the portal, perhaps before its rows, which leaves the transaction as it is. Does no harm
     * after the session has closed.
     *
     * @throws PostgresException when what was left of the statement failed
     */
    @Override
    void close();
  }

  /** The statements and portals that the client has now by the protocol; the unnamed is "". */
  interface Names {
    Map<String, Prepared> statements();

    Map<String, Portal> portals();

    /** SQL has deallocated it. */
    void forgetStatement(String name);

    /** SQL has closed it. */
    void closePortal(String name);

    /** SQL has ended the transaction that its portals belong to; another may have begun. */
    void transactionEnded();
  }

  /** Opens sessions for authenticated clients. */
  @FunctionalInterface
  interface Factory {
    /**
     * @param startup the startup parameters: user, database, options, application_name ..
     * @param output where the session's answers go
     * @throws PostgresException for instance 3D000 (no such database)
     */
    ClientSession open(Map<String, String> startup, ClientOutput output);
  }
}
