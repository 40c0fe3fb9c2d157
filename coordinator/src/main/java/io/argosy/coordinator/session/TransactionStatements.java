package io.argosy.coordinator.session;

import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.backend.Savepoints;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.session.transaction.TransactionModes;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** BEGIN, COMMIT, ROLLBACK, savepoints and SET TRANSACTION, over the nodes that take part. */
final class TransactionStatements {
  /** The classes of errors in the text of BEGIN. */
  private static final Set<String> REFUSED = Set.of("0A", "22", "25", "42");

  private final Backends backends;
  private final Savepoints savepoints;
  private final ProtocolPortals portals;
  private final ClientOutput client;

  TransactionStatements(
      Backends backends, Savepoints savepoints, ProtocolPortals portals, ClientOutput client) {
    this.backends = backends;
    this.savepoints = savepoints;
    this.portals = portals;
    this.client = client;
  }

  Execution run(SqlStatement statement) {
    return switch (statement.kind()) {
      case BEGIN -> begin(statement);
      case COMMIT -> commit(statement);
      case ROLLBACK -> rollback(statement);
      case SAVEPOINT -> savepoint(statement);
      case RELEASE -> release(statement);
      case ROLLBACK_TO -> rollbackTo(statement);
      case SET_TRANSACTION -> setTransaction(statement);
      case SET_CONSTRAINTS -> setConstraints(statement);
      default -> throw new IllegalArgumentException("not transaction control: " + statement.kind());
    };
  }

  private Execution begin(SqlStatement statement) {
    String tag = statement.word(0).equals("start") ? "START TRANSACTION" : "BEGIN";
    TransactionBlock block = backends.block();
    if (block != null && !block.implicit()) {
      warn("25001", "there is already a transaction in progress");
      setModes(statement);
      return new ImmediateExecution(tag);
    }
    if (block != null) {
      // What stands before it is a part of the block, whose modes can still be set.
      setModes(statement);
      block.makeExplicit();
    } else {
      backends.transaction().begin(statement.sql(), false);
    }
    try {
      backends.transaction().beginAtHome();
    } catch (PostgresException e) {
      // A PostgreSQL that is there begins whatever it can read. Where the home node is lost, the
      // transaction has failed: drivers send their first statement without waiting for the answer
      // to BEGIN, and it must not run by itself.
      if (REFUSED.contains(e.error().sqlStateClass())) {
        backends.transaction().rollback();
      }
      throw e;
    }
    return new ImmediateExecution(tag);
  }

  /** The modes that a BEGIN names, for a transaction that has begun without it. */
  private void setModes(SqlStatement begin) {
    int first = begin.word(1).equals("transaction") || begin.word(1).equals("work") ? 2 : 1;
    List<Token> tokens = begin.tokens();
    if (first < tokens.size()) {
      backends
          .transaction()
          .changeModes(
              "SET TRANSACTION " + begin.sql().substring(tokens.get(first).start()),
              setsIsolation(begin));
    }
  }

  /** Whether it sets what can be set before any query only. */
  static boolean setsIsolation(SqlStatement statement) {
    return statement.tokens().stream()
        .anyMatch(token -> token.isWord("isolation") || token.isWord("deferrable"));
  }

  private Execution commit(SqlStatement statement) {
    portals.endTransaction();
    TransactionBlock block = backends.block();
    if (block == null || block.implicit()) {
      endImplicit(statement, "COMMIT", backends.transaction()::commit);
      return new ImmediateExecution("COMMIT");
    }
    if (block.failed()) {
      backends.transaction().rollback();
      return chained(statement, block, "ROLLBACK");
    }
    backends.transaction().commit();
    return chained(statement, block, "COMMIT");
  }

  private Execution rollback(SqlStatement statement) {
    portals.endTransaction();
    TransactionBlock block = backends.block();
    if (block == null || block.implicit()) {
      endImplicit(statement, "ROLLBACK", backends.transaction()::rollback);
      return new ImmediateExecution("ROLLBACK");
    }
    backends.transaction().rollback();
    return chained(statement, block, "ROLLBACK");
  }

  /** What stands before it in the client's message, or since its last Sync, ends with it. */
  private void endImplicit(SqlStatement statement, String command, Runnable end) {
    if (isChained(statement)) {
      throw new PostgresException(
          "25P01", command + " AND CHAIN can only be used in transaction blocks");
    }
    warn("25P01", "there is no transaction in progress");
    if (backends.block() != null) {
      end.run();
    }
  }

  /** AND CHAIN starts another transaction like the one that ended. */
  private Execution chained(SqlStatement statement, TransactionBlock ended, String tag) {
    if (isChained(statement)) {
      Optional<TransactionModes> modes = ended.lentModes();
      backends.transaction().begin(modes.map(TransactionModes::beginning).orElse("BEGIN"), false);
      modes.ifPresent(backends.block()::inherit);
    }
    return new ImmediateExecution(tag);
  }

  private static boolean isChained(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    return tokens.size() >= 2
        && tokens.getLast().isWord("chain")
        && !tokens.get(tokens.size() - 2).isWord("no");
  }

  private Execution savepoint(SqlStatement statement) {
    requireBlock("SAVEPOINT");
    String name = name(statement, 1);
    if (TransactionBlock.isReserved(name)) {
      throw new PostgresException(
          "0A000",
          "a savepoint with the name \"" + name + "\" is not supported",
          "Names that begin with \"argosy_\" are those of the coordinator's own savepoints.");
    }
    savepoints.set(name, statement.sql());
    return new ImmediateExecution("SAVEPOINT");
  }

  private Execution release(SqlStatement statement) {
    TransactionBlock block = requireBlock("RELEASE SAVEPOINT");
    String name = name(statement, statement.word(1).equals("savepoint") ? 2 : 1);
    requireSavepoint(block, name);
    savepoints.release(name, statement.sql());
    return new ImmediateExecution("RELEASE");
  }

  private Execution rollbackTo(SqlStatement statement) {
    TransactionBlock block = requireBlock("ROLLBACK TO SAVEPOINT");
    String name = statement.tokens().getLast().value();
    requireSavepoint(block, name);
    savepoints.rollBackTo(name, statement.sql());
    return new ImmediateExecution("ROLLBACK");
  }

  private Execution setTransaction(SqlStatement statement) {
    if (backends.block() == null) {
      warn("25P01", "SET TRANSACTION can only be used in transaction blocks");
      return new ImmediateExecution("SET");
    }
    if (statement.word(2).equals("snapshot") && backends.cluster().nodes().size() > 1) {
      // The name stands for a snapshot of the home node alone.
      throw new PostgresException(
          "0A000",
          "SET TRANSACTION SNAPSHOT over several nodes is not supported",
          "Use one REPEATABLE READ transaction; run pg_dump without --jobs.");
    }
    backends.transaction().changeModes(statement.sql(), setsIsolation(statement));
    return new ImmediateExecution("SET");
  }

  private Execution setConstraints(SqlStatement statement) {
    if (backends.block() == null) {
      return new ImmediateExecution(
          TextResult.run(backends.home(), statement.sql()).tags().getLast());
    }
    backends.asked();
    backends.transaction().onAllJoined(statement.sql());
    backends.block().remember(statement.sql());
    return new ImmediateExecution("SET CONSTRAINTS");
  }

  private TransactionBlock requireBlock(String command) {
    TransactionBlock block = backends.block();
    if (block == null || block.implicit()) {
      throw new PostgresException("25P01", command + " can only be used in transaction blocks");
    }
    return block;
  }

  private static void requireSavepoint(TransactionBlock block, String name) {
    if (!block.hasSavepoint(name)) {
      throw new PostgresException("3B001", "savepoint \"" + name + "\" does not exist");
    }
  }

  private static String name(SqlStatement statement, int index) {
    if (index >= statement.tokens().size()) {
      throw new PostgresException("42601", "syntax error at end of input");
    }
    return statement.tokens().get(index).value();
  }

  private void warn(String sqlState, String message) {
    client.notice(PostgresError.of("WARNING", sqlState, message));
  }
}
