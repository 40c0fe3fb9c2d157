package io.argosy.node;

import io.argosy.protocol.message.PostgresError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a backend is asked to do in one round trip. Every request ends with a ReadyForQuery. */
public sealed interface Request {
  /**
   * What has to hold where a statement runs for it to count. It is asked when the statement's
   * tables are locked, and a query has its snapshot, so that it goes on to hold as long as it
   * matters, and before anything of the statement runs. In the simple protocol it is asked behind
   * it, while the savepoint from before it is there, and of a COPY before it, too.
   *
   * @param wanted whether the statement is based on what may have changed
   * @param question what has to hold; empty if nobody has said yet what it is
   * @param savepoint whether a transaction of somebody else can go on when it fails: by going back
   *     to {@link #SAVEPOINT}
   */
  record Guard(boolean wanted, Optional<Question> question, boolean savepoint) {
    /** For statements that count whatever has changed. */
    public static final Guard NONE = new Guard(false, Optional.empty(), false);

    /** For others, until it is known what must hold. */
    public static final Guard WANTED = new Guard(true, Optional.empty(), false);

    /** Where the transaction is when a guard has failed that has one. */
    public static final String SAVEPOINT = "argosy_guard";

    /** What the names of the prepared statements begin with. */
    public static final String NAMES_BEGIN_WITH = "argosy_guard";

    /** Of a prepared statement that is not there. */
    private static final String INVALID_STATEMENT_NAME = "26000";

    /**
     * A query without rows that fails if something does not hold.
     *
     * @param statement the query, with one parameter
     * @param argument the value of the parameter, as text without quotes
     */
    public record Question(KeptStatement statement, String argument) {
      /** The query with the value in it, for the simple protocol. */
      private String sql() {
        return statement.sql().replace("$1", "'" + argument + "'");
      }
    }

    /** Whether there is anything to ask. */
    boolean asks() {
      return question.isPresent();
    }

    /** As in the simple protocol. */
    private String sql() {
      return question.orElseThrow().sql();
    }

    /**
     * Whether an error says that a guard could not be asked: a function of the user's may have
     * deallocated all prepared statements of the backend. The next request prepares it again.
     */
    public static boolean wasNotAsked(PostgresError error) {
      return error.sqlState().equals(INVALID_STATEMENT_NAME)
          && error.message().contains(NAMES_BEGIN_WITH);
    }
  }

  /**
   * The simple query protocol: one or more statements, results in text format.
   *
   * @param sql the statements; one, if there is a guard
   */
  record Simple(String sql, Guard guard) implements Request {
    public Simple(String sql) {
      this(sql, Guard.NONE);
    }

    /** What is sent in front of the statement. */
    String before() {
      return statementsBefore().stream().map(each -> each + "; ").collect(Collectors.joining());
    }

    /** The statements of {@link #before}. */
    int countBefore() {
      return statementsBefore().size();
    }

    /** What is sent. */
    String text() {
      return guard.asks() ? before() + sql + "\n; " + String.join("; ", statementsBehind()) : sql;
    }

    private List<String> statementsBefore() {
      List<String> statements = new ArrayList<>();
      if (guard.asks() && guard.savepoint()) {
        statements.add("SAVEPOINT " + Guard.SAVEPOINT);
      }
      if (guard.asks() && copies()) {
        statements.addAll(question());
      }
      return statements;
    }

    private List<String> statementsBehind() {
      return copies() ? List.of(guard.sql()) : question();
    }

    /** The question, and the end of the savepoint that it may go back to. */
    private List<String> question() {
      return guard.savepoint()
          ? List.of(guard.sql(), "RELEASE SAVEPOINT " + Guard.SAVEPOINT)
          : List.of(guard.sql());
    }

    /** COPY cannot go back to a savepoint before it: its rows do not come again. */
    private boolean copies() {
      return FirstKeyword.of(sql).equals("COPY");
    }
  }

  /**
   * Parse, Bind, optionally Describe, Execute (all rows), Sync, with the unnamed statement.
   *
   * @param sql one statement
   * @param parameterTypes type object ids, 0 where the server is to infer; may be shorter than the
   *     number of parameters
   * @param parameters values in their formats; null for NULL
   * @param parameterFormats none (all text), one for all, or one each
   * @param resultFormats none (all text), one for all, or one each
   * @param describe whether a RowDescription or NoData is to come before the rows
   * @param settings PostgreSQL settings that hold while this statement is planned and run, by name;
   *     the transaction that it is part of has its own again afterwards. Not for COPY
   * @param snapshot where the statement gets its snapshot from, and whether anyone is told
   * @param guard not for COPY
   * @param begin the statement that begins the transaction which it is the first statement of, in a
   *     backend that has none open; empty where that is not to begin with it. Not for COPY and what
   *     is a transaction by itself
   */
  record Extended(
      String sql,
      int[] parameterTypes,
      List<byte[]> parameters,
      short[] parameterFormats,
      short[] resultFormats,
      boolean describe,
      Map<String, String> settings,
      Snapshot snapshot,
      Guard guard,
      String begin)
      implements Request {
    /** How a statement comes to its snapshot. */
    public enum Snapshot {
      /** As the backend's transaction has it; nobody is told. */
      OF_TRANSACTION,

      /**
       * As the backend's transaction has it. {@link ResultEvent.SnapshotTaken} tells when it is
       * taken: of a query that is when it is bound, before its first row. For statements that
       * return rows only; what writes takes its snapshot later.
       */
      TOLD,

      /**
       * The statement is a REPEATABLE READ transaction, in a backend that has none open. Its
       * snapshot is taken, and {@link ResultEvent.SnapshotTaken} tells so, before anything that may
       * wait for a lock. A failure leaves the backend in the failed transaction. Not for COPY.
       */
      OWN_TRANSACTION
    }

    public Extended {
      settings = Map.copyOf(settings);
    }

    /** A statement without a guard. */
    public Extended(
        String sql,
        int[] parameterTypes,
        List<byte[]> parameters,
        short[] parameterFormats,
        short[] resultFormats,
        boolean describe,
        Map<String, String> settings,
        Snapshot snapshot) {
      this(
          sql,
          parameterTypes,
          parameters,
          parameterFormats,
          resultFormats,
          describe,
          settings,
          snapshot,
          Guard.NONE,
          "");
    }

    /** A statement without parameters and with its rows in one format (0 text, 1 binary). */
    public static Extended of(String sql, int resultFormat) {
      return new Extended(
          sql,
          new int[0],
          List.of(),
          new short[0],
          new short[] {(short) resultFormat},
          true,
          Map.of(),
          Snapshot.OF_TRANSACTION);
    }

    /** The same statement with other settings of its own. */
    public Extended withSettings(Map<String, String> newSettings) {
      return with(parameterTypes, describe, newSettings, snapshot, guard, begin);
    }

    /** The same statement with another way to come to its snapshot. */
    public Extended withSnapshot(Snapshot newSnapshot) {
      return with(parameterTypes, describe, settings, newSnapshot, guard, begin);
    }

    /** The same statement with other types of its parameters. */
    public Extended withParameterTypes(int[] types) {
      return with(types, describe, settings, snapshot, guard, begin);
    }

    /** The same statement with another guard. */
    public Extended withGuard(Guard newGuard) {
      return with(parameterTypes, describe, settings, snapshot, newGuard, begin);
    }

    /** The same statement as the first one of a transaction. */
    public Extended beginningBy(String newBegin) {
      return with(parameterTypes, describe, settings, snapshot, guard, newBegin);
    }

    /** Whether a transaction can begin with it. */
    public boolean canBegin() {
      return !copies() && !ownTransaction();
    }

    /** The same statement, whose columns are described before its rows. */
    public Extended described() {
      return with(parameterTypes, true, settings, snapshot, guard, begin);
    }

    /** Whether it is a COPY, which locks its table only when it runs. */
    public boolean copies() {
      return FirstKeyword.of(sql).equals("COPY");
    }

    /** Whether the statement is a transaction. */
    boolean ownTransaction() {
      return snapshot == Snapshot.OWN_TRANSACTION;
    }

    private Extended with(
        int[] newTypes,
        boolean newDescribe,
        Map<String, String> newSettings,
        Snapshot newSnapshot,
        Guard newGuard,
        String newBegin) {
      return new Extended(
          sql,
          newTypes,
          parameters,
          parameterFormats,
          resultFormats,
          newDescribe,
          newSettings,
          newSnapshot,
          newGuard,
          newBegin);
    }
  }

  /**
   * Parse and Bind of a statement, which is not run: afterwards the backend's transaction holds all
   * locks that the statement waits for before it has its snapshot, on tables and on indexes.
   *
   * @param statement its settings and its way to a snapshot count for nothing, its guard does
   */
  record Rehearsal(Extended statement) implements Request {}

  /**
   * Parse of a statement, then Bind and Execute for each of several sets of values, and one Sync:
   * it runs once for each, in their order, until it fails. A {@link ResultEvent.Complete} ends what
   * each run answers.
   *
   * @param statement with the values of the first run. It is no COPY, and does not tell a snapshot
   *     of the transaction that it is in; where it is a transaction, that is one of all runs. It is
   *     described once, if at all; its settings and its guard hold for all runs
   * @param more the values of the other runs, in the same formats
   * @param variants runs behind these
   * @param lock a statement without rows, and without a snapshot of its own, that runs before the
   *     snapshot is taken of a statement that is a transaction; empty for none
   */
  record Repeated(Extended statement, List<List<byte[]>> more, List<Variant> variants, String lock)
      implements Request {
    /**
     * Runs of the same text with other types of its parameters, which has the same columns then.
     *
     * @param parameterTypes type object ids, of PostgreSQL's own types
     * @param parameterFormats none (all text), one for all, or one each
     * @param runs the values of each run
     */
    public record Variant(
        int[] parameterTypes, short[] parameterFormats, List<List<byte[]>> runs) {}

    /** Runs with the same types of parameters. */
    public Repeated(Extended statement, List<List<byte[]>> more) {
      this(statement, more, List.of(), "");
    }

    /** The same runs of a statement with the same text. */
    public Repeated of(Extended other) {
      return new Repeated(other, more, variants, lock);
    }

    /** How many runs there are. */
    public int count() {
      return 1 + more.size() + variants.stream().mapToInt(each -> each.runs().size()).sum();
    }

    public Repeated {
      if (statement.copies() || statement.snapshot() == Extended.Snapshot.TOLD) {
        throw new IllegalArgumentException("such a statement is not repeated: " + statement.sql());
      }
      if (!lock.isEmpty() && !statement.ownTransaction()) {
        throw new IllegalArgumentException("no transaction begins with " + lock);
      }
    }
  }

  /**
   * Nothing is asked: what other transactions tell on the channels that the backend listens to
   * comes as {@link ResultEvent.Notification}, as soon as they have committed. It ends when it is
   * cancelled, and then everything has come that was told before the cancel. Not within a
   * transaction.
   */
  record Notifications() implements Request {}

  /**
   * Parse and Describe of a statement: its parameter types and result columns, without running it.
   *
   * @param sql one statement
   * @param parameterTypes type object ids, 0 where the server is to infer
   */
  record Describe(String sql, int[] parameterTypes) implements Request {}
}
