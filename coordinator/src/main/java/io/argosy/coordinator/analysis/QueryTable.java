package io.argosy.coordinator.analysis;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A temporary table with the columns of a query, as PostgreSQL makes it.
 *
 * @param name its name in {@code pg_temp}
 * @param columns in their order
 */
record QueryTable(String name, List<Column> columns) {
  private static final String COLUMNS =
      "SELECT * FROM argosy.columns_of_query(%s::pg_catalog.regclass)";

  private static final String PREPARED_ENDS =
      PreparedText.DEALLOCATE + "; RELEASE SAVEPOINT argosy_query";

  /**
   * @param type as {@code format_type} prints it, with its modifier
   * @param collation as SQL, null where it is the type's own
   * @param byteOrder whether, if it is text, PostgreSQL compares it byte by byte, and the bytes are
   *     those that are sent
   */
  record Column(String name, String type, String collation, boolean byteOrder) {}

  /**
   * Makes the empty table in the session's transaction.
   *
   * @param parameterTypes the names of the types of the query's parameters
   * @throws PostgresException what PostgreSQL does not like about the query; the transaction may
   *     have failed then
   */
  static QueryTable create(
      NodeSession session, String name, String query, List<String> parameterTypes) {
    String columns = COLUMNS.formatted(Identifiers.literal("pg_temp." + name));
    List<List<String>> rows =
        parameterTypes.isEmpty()
            ? ofText(session, name, query, columns)
            : ofPrepared(session, name, new PreparedText(query, parameterTypes), columns);
    return new QueryTable(
        name,
        rows.stream()
            .map(row -> new Column(row.get(0), row.get(1), row.get(2), row.get(3).equals("t")))
            .toList());
  }

  /** PostgreSQL does not even plan it. */
  private static List<List<String>> ofText(
      NodeSession session, String name, String query, String columns) {
    return TextResult.run(session, definition(name, query) + "; " + columns).rows();
  }

  private static List<List<String>> ofPrepared(
      NodeSession session, String name, PreparedText prepared, String columns) {
    TextResult.run(
        session, "SAVEPOINT argosy_query; " + PreparedText.HASTY_PLAN + "; " + prepared.prepare());
    try {
      return TextResult.run(
              session,
              String.join("; ", definition(name, prepared.execute()), PREPARED_ENDS, columns))
          .rows();
    } catch (PostgresException e) {
      TextResult.run(session, "ROLLBACK TO SAVEPOINT argosy_query; " + PREPARED_ENDS);
      throw e;
    }
  }

  private static String definition(String name, String query) {
    return "CREATE TEMPORARY TABLE " + name + " AS " + query + "\nWITH NO DATA";
  }

  /** The type of a column. */
  String type(String column) {
    return columns.stream()
        .filter(each -> each.name().equals(column))
        .map(Column::type)
        .findFirst()
        .orElseThrow();
  }

  /** The types of the columns. */
  List<String> types() {
    return columns.stream().map(Column::type).toList();
  }

  /**
   * Sees that some columns are not of type real, whose partial sums have fewer digits.
   *
   * @param numbers from 1
   */
  void requireNotReal(List<Integer> numbers) {
    for (int number : numbers) {
      if (columns.get(number - 1).type().equals("real")) {
        throw new PostgresException(
            "0A000", "averages of real are summed in another precision when they are partial");
      }
    }
  }

  /** The statement that makes such a table for the time of a transaction, on any node. */
  String definition() {
    return "CREATE TEMPORARY TABLE " + name + " " + columnDefinitions() + " ON COMMIT DROP";
  }

  /** The columns in parentheses, as CREATE TABLE takes them. */
  String columnDefinitions() {
    return columns.stream()
        .map(
            column ->
                Identifiers.quote(column.name())
                    + " "
                    + column.type()
                    + (column.collation() == null ? "" : " COLLATE " + column.collation()))
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
