package io.argosy.coordinator.statement.procedural;

import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
import java.util.List;

/** What a block asks of the session that runs it. Used by the session's thread. */
public interface CodeSession {
  /**
   * Runs a statement in the session's transaction, as if its client had sent it.
   *
   * @param most how many of its rows are wanted; all of them are computed
   * @throws PostgresException its error, as the client would be told
   */
  Answer run(String sql, List<Parameter> parameters, long most);

  /**
   * Runs a statement on the home node, in the transaction.
   *
   * @return its rows as text, null for NULL
   */
  List<List<String>> atHome(String sql);

  /**
   * Has the home node run a block that does nothing but raise something, of which the client is
   * told.
   */
  void raise(String block);

  /** Runs a statement on the home node, outside of the transaction. */
  List<List<String>> beside(String sql);

  void savepoint(String name);

  void release(String name);

  /** A statement behind the savepoint has failed. */
  void undoTo(String name);

  /** Whether the block may end the transaction: its client has not begun it. */
  boolean mayEnd();

  /** Ends the transaction and begins another. */
  void end(boolean commits);

  /**
   * @throws PostgresException when the client has cancelled the block, or its time is over
   */
  void requireTime();

  /**
   * A value for a statement.
   *
   * @param type its type's object id
   * @param value as text; null for NULL
   */
  record Parameter(int type, String value) {}

  /**
   * What a statement has returned.
   *
   * @param columns none if it returns no rows
   * @param rows the first of them, as text, null for NULL
   * @param tag its command tag
   */
  record Answer(List<Field> columns, List<List<String>> rows, String tag) {}
}
