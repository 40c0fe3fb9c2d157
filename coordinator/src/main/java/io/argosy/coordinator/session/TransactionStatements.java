package io.argosy.coordinator.session;

import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.ImmediateExecution;
import io.argosy.coordinator.wire.ClientOutput;
import io.argosy.planner.parse.Token;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** BEGIN, COMMIT, ROLLBACK, savepoints and SET TRANSACTION, over the nodes that take part. */
final class TransactionStatements {
  /** The classes of errors in the text of BEGIN. */
  private static final Set<String> REFUSED = Set.of("0A", "22", "25", "42");

  private final Backends backends;
  private final SessionSettings settings;
  private final ClientOutput client;

  TransactionStatements(Backends backends, SessionSettings settings, ClientOutput client) {
    this.backends = backends;
    this.settings = settings;
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
      return new ImmediateExecution(tag);
    }
    if (block != null) {
      block.makeExplicit();
    } else {
      backends.begin(statement.sql(), false);
    }
    try {
      // The home node checks the statement, and tells what a wrong one lacks.
      backends.home();
    } catch (PostgresException e) {
      // A PostgreSQL that is there begins whatever it can read. Where the home node is lost, the
      // transaction has failed: drivers send their first statement without waiting for the answer
      // to BEGIN, and it must not run by itself.
      if (REFUSED.contains(e.error().sqlStateClass())) {
        backends.rollback();
      }
      throw e;
    }
    return new ImmediateExecution(tag);
  }

  private Execution commit(SqlStatement statement) {
    TransactionBlock block = backends.block();
    if (block == null || block.implicit()) {
      warn("25P01", "there is no transaction in progress");
      return new ImmediateExecution("COMMIT");
    }
    if (block.failed()) {
      backends.rollback();
      return chained(statement, block, "ROLLBACK");
    }
    backends.commit();
    return chained(statement, block, "COMMIT");
  }

  private Execution rollback(SqlStatement statement) {
    TransactionBlock block = backends.block();
    if (block == null || block.implicit()) {
      warn("25P01", "there is no transaction in progress");
      return new ImmediateExecution("ROLLBACK");
    }
    backends.rollback();
    return chained(statement, block, "ROLLBACK");
  }

  /** AND CHAIN starts another transaction like the one that ended. */
  private Execution chained(SqlStatement statement, TransactionBlock ended, String tag) {
    List<Token> tokens = statement.tokens();
    boolean chain =
        tokens.size() >= 2
            && tokens.getLast().isWord("chain")
            && !tokens.get(tokens.size() - 2).isWord("no");
    if (chain) {
      Optional<TransactionModes> modes = ended.lentModes();
      backends.begin(modes.map(TransactionModes::beginning).orElse("BEGIN"), false);
      modes.ifPresent(backends.block()::inherit);
    }
    return new ImmediateExecution(tag);
  }

  private Execution savepoint(SqlStatement statement) {
    TransactionBlock block = requireBlock("SAVEPOINT");
    backends.exportSnapshots();
    backends.onAllJoined(statement.sql());
    block.savepoint(name(statement, 1), statement.sql(), settings.current());
    return new ImmediateExecution("SAVEPOINT");
  }

  private Execution release(SqlStatement statement) {
    TransactionBlock block = requireBlock("RELEASE SAVEPOINT");
    String name = name(statement, statement.word(1).equals("savepoint") ? 2 : 1);
    requireSavepoint(block, name);
    backends.onAllJoined(statement.sql());
    block.release(name);
    return new ImmediateExecution("RELEASE");
  }

  private Execution rollbackTo(SqlStatement statement) {
    TransactionBlock block = requireBlock("ROLLBACK TO SAVEPOINT");
    String name = statement.tokens().getLast().value();
    requireSavepoint(block, name);
    backends.onAllJoined(statement.sql());
    settings.restore(block.rollbackTo(name));
    return new ImmediateExecution("ROLLBACK");
  }

  private Execution setTransaction(SqlStatement statement) {
    if (backends.block() == null || backends.block().implicit()) {
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
    backends.changeModes(
        statement.sql(), statement.tokens().stream().anyMatch(token -> token.isWord("isolation")));
    return new ImmediateExecution("SET");
  }

  private Execution setConstraints(SqlStatement statement) {
    if (backends.block() == null) {
      return new ImmediateExecution(
          TextResult.run(backends.home(), statement.sql()).tags().getLast());
    }
    backends.home();
    backends.onAllJoined(statement.sql());
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
