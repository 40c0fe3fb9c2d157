package io.argosy.tests.effects;

import io.argosy.tests.differential.Directives;
import io.argosy.tests.differential.ScriptStatement;
import java.util.List;
import java.util.Optional;

/**
 * A kind of statement.
 *
 * @param sql the statement, with {@code {T}} for its target
 * @param parameters values of a prepared statement's parameters, as in the directive {@code params}
 * @param copyData what follows COPY
 */
record MatrixStatement(
    String name, String sql, Optional<String> parameters, Optional<String> copyData) {
  private static MatrixStatement of(String name, String sql) {
    return new MatrixStatement(name, sql, Optional.empty(), Optional.empty());
  }

  static List<MatrixStatement> all() {
    return List.of(
        of("insert a row", "INSERT INTO {T} (k, v, w) VALUES (21, 1, 'new') RETURNING k, v, w"),
        of(
            "insert rows",
            "INSERT INTO {T} (k, v, w) VALUES (21, 1, 'a'), (22, 0, 'b'), (23, 1, 'c'), (24, 0,"
                + " 'd')"),
        of(
            "insert a row that is refused",
            "INSERT INTO {T} (k, v, w) VALUES (20, 1, 'a'), (30, 2, 'b')"),
        of(
            "insert without all columns",
            "INSERT INTO {T} (k, v) VALUES (21, 1), (22, 1) RETURNING *"),
        of(
            "insert a query",
            "INSERT INTO {T} (k, v, w) SELECT k + 20, v, 'from src' FROM src ORDER BY k"),
        of(
            "insert or update",
            "INSERT INTO {T} (k, v, w) VALUES (3, 1, 'again'), (25, 1, 'new') ON CONFLICT (k) DO"
                + " UPDATE SET v = excluded.v, w = {T}.w || excluded.w RETURNING k, v, w"),
        of(
            "insert or nothing",
            "INSERT INTO {T} (k, v, w) VALUES (3, 1, 'again'), (25, 1, 'new') ON CONFLICT DO"
                + " NOTHING"),
        new MatrixStatement(
            "insert parameters",
            "INSERT INTO {T} (k, v, w) VALUES (?, ?, ?)",
            Optional.of("int:27, int:1, text:given"),
            Optional.empty()),
        of("update a row", "UPDATE {T} SET v = 1, w = 'changed' WHERE k = 6 RETURNING k, v, w"),
        of("update many", "UPDATE {T} SET v = v + 1 WHERE k > 2"),
        of("update keys", "UPDATE {T} SET k = k + 40 WHERE k IN (3, 4)"),
        of("update from", "UPDATE {T} SET w = 'src ' || src.v FROM src WHERE src.k = {T}.k"),
        new MatrixStatement(
            "update parameters",
            "UPDATE {T} SET v = ? WHERE k = ?",
            Optional.of("int:0, int:7"),
            Optional.empty()),
        of("delete a row", "DELETE FROM {T} WHERE k = 5 RETURNING k, v, w"),
        of("delete many", "DELETE FROM {T} WHERE v = 1"),
        of("delete using", "DELETE FROM {T} USING src WHERE src.k = {T}.k AND src.v = 0"),
        of(
            "merge",
            "MERGE INTO {T} USING src ON src.k = {T}.k WHEN MATCHED AND src.v = 0 THEN DELETE WHEN"
                + " MATCHED THEN UPDATE SET w = 'merged' WHEN NOT MATCHED AND src.k = 31 THEN"
                + " INSERT (k, v, w) VALUES (src.k, src.v, 'merged in')"),
        new MatrixStatement(
            "copy",
            "COPY {T} (k, v, w) FROM STDIN",
            Optional.empty(),
            Optional.of("21\t1\ta\n22\t0\tb\n23\t1\tc\n")),
        of(
            "change in WITH",
            "WITH gone AS (DELETE FROM {T} WHERE k < 4 RETURNING k) SELECT count(*) FROM gone"),
        of("truncate", "TRUNCATE {T}"),
        of("read rows", "SELECT k, v, w FROM {T} WHERE v < 3"),
        of("read groups", "SELECT v, count(*), min(w) FROM {T} GROUP BY v"),
        of("read a row", "SELECT * FROM {T} WHERE k = 5"),
        of("read a join", "SELECT {T}.k, src.v FROM {T} JOIN src ON src.v = {T}.v WHERE {T}.k < 7"),
        of("lock rows", "SELECT k FROM {T} WHERE k = 5 FOR UPDATE"));
  }

  /** The statement for a target. */
  ScriptStatement on(String target) {
    return new ScriptStatement(
        name,
        0,
        sql.replace("{T}", target),
        Directives.parse(parameters.map(values -> List.of("params " + values)).orElse(List.of())),
        copyData);
  }

  @Override
  public String toString() {
    return name;
  }
}
