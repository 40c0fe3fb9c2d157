package io.argosy.coordinator.session;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.limit.BoundedMaps;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.statement.ErrorPositions;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.coordinator.statement.prepared.SqlPreparedStatements;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.StatementSplitter.Part;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The statements that PostgreSQL runs as one transaction unless they say otherwise: those of one
 * Query message, or those that are executed until a Sync. The session begins that transaction when
 * a statement needs it. Of the second kind nobody knows whether another statement comes, unless the
 * Sync is here already, so a read by itself is not in one.
 */
final class MessageBatch {
  /** What PostgreSQL says when it could read several statements where only one may be. */
  static final String SEVERAL = "cannot insert multiple commands into a prepared statement";

  /** Makes a text that of several statements. */
  private static final String BEFORE = "SELECT 1;";

  private static final int TEXTS_KEPT = 64;

  private final Backends backends;
  private final StatementDescriber describer;
  private final SqlPreparedStatements sqlPrepared;
  private final ClientOutput client;

  /** Texts of several statements that PostgreSQL could read. */
  private final Set<String> readable = Collections.newSetFromMap(BoundedMaps.of(TEXTS_KEPT));

  private BooleanSupplier syncFollows = () -> false;
  private boolean simple;
  private boolean pipelined;
  private boolean queried;

  MessageBatch(
      Backends backends,
      StatementDescriber describer,
      SqlPreparedStatements sqlPrepared,
      ClientOutput client) {
    this.backends = backends;
    this.describer = describer;
    this.sqlPrepared = sqlPrepared;
    this.client = client;
  }

  /** A Query message begins. */
  void startSimple() {
    simple = true;
  }

  /** Whether a Query message is answered. */
  boolean isSimple() {
    return simple;
  }

  /**
   * A statement of a pipeline is about to run.
   *
   * @param next whether the client has sent its Sync directly behind it, as far as is known
   */
  void runs(BooleanSupplier next) {
    syncFollows = next;
  }

  /**
   * Whether the transaction that the message or the pipeline is ends with the statement that runs,
   * unless it had begun before.
   */
  boolean endsHere() {
    return simple || syncFollows.getAsBoolean();
  }

  /** The message, or the pipeline, has come to its end. */
  void end() {
    syncFollows = () -> false;
    simple = false;
    pipelined = false;
    queried = false;
  }

  /**
   * PostgreSQL reads the whole of a message before it runs the first of its statements. That is
   * done where a part of them could be committed before the others are read, and where none of them
   * is run because the transaction has failed; otherwise a syntax error undoes all of them as well.
   *
   * @throws PostgresException 42601 of a text that it cannot read
   */
  boolean check(String sql, List<Part> statements) {
    List<SqlStatement> read =
        statements.size() == 1 || readable.contains(sql)
            ? List.of()
            : statements.stream().map(statement -> SqlStatement.of(statement.sql())).toList();
    boolean failed = backends.block() != null && backends.block().failed();
    if ((!failed && read.stream().allMatch(each -> each.kind().is(StatementKind.Property.PLANNED)))
        || read.isEmpty()
        || read.stream().anyMatch(MessageBatch::mayHavePassword)) {
      return true;
    }
    try {
      describer.describeElsewhere(sql);
    } catch (PostgresException e) {
      if (!e.error().message().equals(SEVERAL)) {
        throw e;
      }
    }
    return readable.add(sql);
  }

  /**
   * Before a statement is looked at, and before it goes on.
   *
   * @throws PostgresException 25P02 where the transaction has failed, for what does not end it
   */
  void refuseInFailedTransaction(SqlStatement statement) {
    TransactionBlock block = backends.block();
    if (block == null || !block.failed()) {
      return;
    }
    if (!statement.kind().is(StatementKind.Property.RUNS_IN_FAILED_TRANSACTION)) {
      requireReadable(statement.sql());
      throw new PostgresException(
          "25P02",
          "current transaction is aborted, commands ignored until end of transaction block");
    }
  }

  /**
   * What PostgreSQL says of a statement that it does not look at any closer. Of several statements
   * it only looks at the grammar, too, before it refuses them: so this waits for no table that the
   * session's own transaction has locked. Settings that only the session's own transaction can
   * have, such as a role that it has made, tell nothing of the text.
   *
   * @throws PostgresException 42601 of a text that it cannot read
   */
  private void requireReadable(String sql) {
    try {
      describer.describeElsewhere(BEFORE + sql);
    } catch (PostgresException e) {
      boolean ofSettings =
          e.error().sqlState().equals("22023") && !e.error().fields().containsKey('P');
      if (!e.error().message().equals(SEVERAL) && !ofSettings) {
        throw ErrorPositions.shifted(e, -BEFORE.length());
      }
    }
  }

  /** No server is shown one. */
  private static boolean mayHavePassword(SqlStatement statement) {
    return statement.tokens().stream().anyMatch(token -> token.isWord("password"));
  }

  /** A statement of a pipeline starts. */
  void join(SqlStatement statement) {
    if (simple || backends.block() != null) {
      return;
    }
    switch (statement.kind()) {
      case SET, RESET -> {
        if (statement.word(1).equals("local")) {
          warnIfFirst("SET LOCAL");
        }
        backends.beginImplicitly();
      }
      case SET_CONSTRAINTS -> {
        warnIfFirst("SET CONSTRAINTS");
        backends.beginImplicitly();
      }
      case QUERY -> {
        if (statement.locksRows()) {
          // What comes behind it may rely on the locks.
          backends.beginImplicitly();
        }
      }
      case EXECUTE ->
          sqlPrepared
              .known(statement.tokens().get(1).value())
              .map(PreparedStatement::statement)
              .ifPresent(this::join);
      case HOME, MAINTENANCE, DISCARD -> {
        if (pipelined) {
          backends.beginImplicitly();
        }
      }
      case SET_TRANSACTION -> {
        if (queried && TransactionStatements.setsIsolation(statement)) {
          throw new PostgresException(
              "25001", "SET TRANSACTION ISOLATION LEVEL must be called before any query");
        }
        warnIfFirst("SET TRANSACTION");
        backends.beginImplicitly();
      }
      default -> {}
    }
  }

  private void warnIfFirst(String command) {
    if (!pipelined) {
      client.notice(
          PostgresError.of(
              "WARNING", "25P01", command + " can only be used in transaction blocks"));
    }
  }

  /** A statement is complete. */
  void executed(SqlStatement statement) {
    pipelined = !simple && !statement.kind().is(StatementKind.Property.ENDS_PIPELINE);
    queried = pipelined && (queried || statement.takesSnapshot());
  }
}
