package io.argosy.coordinator.session;

import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.cluster.roles.RolePasswords;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.statement.ErrorPositions;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.prepared.ParameterizedStatements;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.StatementSplitter;
import java.util.List;
import java.util.Optional;

/**
 * Makes prepared statements of a client's texts: reads them, and has them described. Used by the
 * session's thread.
 */
final class StatementPreparer {
  /** Comments with more characters than this are not kept. */
  private static final int MOST_COMMENTS = 4096;

  private final Backends backends;
  private final SessionSettings settings;
  private final SessionActivity activity;
  private final TransactionCommand command;
  private final ActivePortal active;
  private final MessageBatch batch;
  private final StatementDispatcher dispatcher;
  private final ParameterizedStatements parameterized;
  private final StatementDescriber describer;

  StatementPreparer(
      Backends backends,
      SessionSettings settings,
      SessionActivity activity,
      TransactionCommand command,
      ActivePortal active,
      MessageBatch batch,
      StatementDispatcher dispatcher,
      ParameterizedStatements parameterized,
      StatementDescriber describer) {
    this.backends = backends;
    this.settings = settings;
    this.activity = activity;
    this.command = command;
    this.active = active;
    this.batch = batch;
    this.dispatcher = dispatcher;
    this.parameterized = parameterized;
    this.describer = describer;
  }

  /** The statements of a text. */
  List<StatementSplitter.Part> split(String sql) {
    return backends.planning().read(sql, () -> StatementSplitter.split(sql));
  }

  /** Reads one statement. */
  SqlStatement read(String sql) {
    return backends.planning().read(sql, () -> SqlStatement.of(sql));
  }

  /**
   * Prepares a text of at most one statement, in the time of that. A failure is the transaction's.
   *
   * @param parameterTypes type object ids given by the client, 0 for unspecified
   */
  PreparedStatement prepare(String sql, int[] parameterTypes) {
    return prepare(sql, "", parameterTypes);
  }

  /**
   * The same.
   *
   * @param around comments that stand before and behind the text
   */
  PreparedStatement prepare(String sql, String around, int[] parameterTypes) {
    return command.guarded(
        () -> {
          command.startTime();
          activity.begin(sql);
          List<StatementSplitter.Part> parts = split(sql);
          if (parts.size() > 1) {
            throw new PostgresException("42601", MessageBatch.SEVERAL);
          }
          if (parts.isEmpty()) {
            return prepare(SqlStatement.of(""), parameterTypes);
          }
          StatementSplitter.Part part = parts.getFirst();
          String comments = kept(around.isEmpty() ? part.comments() : around);
          activity.read(part.sql(), comments);
          try {
            return prepare(read(part.sql()), parameterTypes).commented(comments);
          } catch (PostgresException e) {
            throw ErrorPositions.shifted(e, part.start());
          }
        });
  }

  /** Whoever reads them expects a few hundred characters; a session keeps them for long. */
  private static String kept(String comments) {
    return comments.length() > MOST_COMMENTS ? "" : comments;
  }

  /** The same for a statement that has been read, as a part of one that is under way. */
  PreparedStatement prepare(SqlStatement written, int[] parameterTypes) {
    SqlStatement statement = withoutPassword(written);
    batch.refuseInFailedTransaction(statement);
    active.park();
    dispatcher.beforeQuery(statement);
    return parameterized
        .prepare(statement, parameterTypes)
        .orElseGet(() -> describer.prepare(statement, parameterTypes));
  }

  private SqlStatement withoutPassword(SqlStatement statement) {
    String hashed =
        RolePasswords.hashed(
            statement.sql(), statement.tokens(), settings.shown("scram_iterations"));
    return hashed.equals(statement.sql()) ? statement : SqlStatement.of(hashed);
  }

  /** What a portal's rows are at this moment. */
  Optional<List<Field>> describeNow(PreparedStatement prepared) {
    return command.guarded(
        () -> {
          TransactionBlock block = backends.block();
          if (block != null && block.failed()) {
            return prepared.fields();
          }
          active.park();
          return describer.describe(prepared.statement(), prepared.givenTypes()).fields();
        });
  }
}
