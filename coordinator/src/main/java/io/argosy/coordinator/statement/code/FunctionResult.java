package io.argosy.coordinator.statement.code;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.statement.procedural.UnsupportedCodeException;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Makes the rows that a function has returned those of a query, in the formats of its client.
 *
 * @param fields as the client has been told of them
 * @param types their types in SQL
 */
record FunctionResult(List<Field> fields, List<String> types) {
  private static final int ARRAY_OF_TEXT = 1009;
  private static final String VOID = "pg_catalog.void";

  /**
   * The types of columns by their names in every search path; not of those that are not made of
   * text as they are read.
   */
  private static final String TYPES =
      """
      SELECT CASE WHEN n.nspname OPERATOR(pg_catalog.=) 'pg_catalog'
               THEN CASE WHEN t.typtype OPERATOR(pg_catalog.=) 'p'
                 THEN pg_catalog.format('pg_catalog.%%I', t.typname)
                 ELSE pg_catalog.format_type(t.oid, c.modifier) END
               ELSE pg_catalog.format('%%I.%%I', n.nspname, t.typname) END
      FROM ROWS FROM (pg_catalog.unnest('{%s}'::pg_catalog.oid[]),
        pg_catalog.unnest('{%s}'::pg_catalog.int4[])) WITH ORDINALITY AS c(oid, modifier, position)
      JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) c.oid
      JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.typnamespace
      WHERE t.typname OPERATOR(pg_catalog.=) 'name' OR NOT EXISTS (
        SELECT FROM pg_catalog.pg_cast
        WHERE castsource OPERATOR(pg_catalog.=) 25::pg_catalog.oid
          AND casttarget OPERATOR(pg_catalog.=) t.oid
          AND castfunc OPERATOR(pg_catalog.<>) 0::pg_catalog.oid)
      ORDER BY c.position
      """;

  /**
   * The result of a call.
   *
   * @param home a backend of the home node
   * @param fields as the client has been told of them
   * @throws UnsupportedCodeException if no rows can be made of text
   */
  static FunctionResult of(NodeSession home, List<Field> fields) {
    List<String> types = types(home, fields);
    if (types.isEmpty() || types.size() < fields.size()) {
      throw new UnsupportedCodeException("the type of the result");
    }
    return new FunctionResult(fields, types);
  }

  /**
   * The request whose answer the client gets.
   *
   * @param rows as text, null for NULL
   * @param formats none (all text), one for all, or one each
   */
  Request request(List<List<String>> rows, short[] formats) {
    return new Request.Extended(
        query(rows, 1),
        parameterTypes(),
        parameters(rows),
        new short[0],
        formats,
        false,
        Map.of(),
        Request.Extended.Snapshot.OF_TRANSACTION);
  }

  /**
   * The query that has the rows.
   *
   * @param first the number of its first parameter
   */
  String query(List<List<String>> rows, int first) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      String value = types.get(i).equals(VOID) ? nothing(rows) : "r.c" + i;
      columns.add(
          "CAST(%s AS %s) AS %s"
              .formatted(value, types.get(i), Identifiers.quote(fields.get(i).name())));
    }
    return "SELECT "
        + String.join(", ", columns)
        + " FROM ROWS FROM ("
        + numbered(fields.size(), "pg_catalog.unnest($%d::pg_catalog.text[])", first)
        + ") WITH ORDINALITY AS r("
        + numbered(fields.size(), "c%d", 0)
        + ", position) ORDER BY r.position";
  }

  /** The object ids of the types of its parameters. */
  int[] parameterTypes() {
    int[] given = new int[fields.size()];
    Arrays.fill(given, ARRAY_OF_TEXT);
    return given;
  }

  /** Its parameters, as text. */
  List<byte[]> parameters(List<List<String>> rows) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      int column = i;
      values.add(
          Identifiers.array(rows.stream().map(row -> row.get(column)).toList()).getBytes(UTF_8));
    }
    return values;
  }

  /**
   * The value of one column of one row as an expression.
   *
   * @param parameter the number of the one that has the value, as text
   */
  String value(List<List<String>> rows, int parameter) {
    String type = types.getFirst();
    String value = type.equals(VOID) ? nothing(rows) : "$" + parameter + "::pg_catalog.text";
    return "CAST(" + value + " AS " + type + ")";
  }

  /** No text becomes a value of type void but this one. */
  private static String nothing(List<List<String>> rows) {
    return rows.stream().anyMatch(row -> row.getFirst() == null) ? "NULL" : "''";
  }

  private static List<String> types(NodeSession home, List<Field> fields) {
    String oids =
        fields.stream()
            .map(field -> Integer.toUnsignedString(field.typeOid()))
            .collect(Collectors.joining(","));
    String modifiers =
        fields.stream()
            .map(field -> String.valueOf(field.typeModifier()))
            .collect(Collectors.joining(","));
    return TextResult.run(home, TYPES.formatted(oids, modifiers)).rows().stream()
        .map(List::getFirst)
        .toList();
  }

  private static String numbered(int count, String pattern, int first) {
    List<String> numbered = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      numbered.add(pattern.formatted(first + i));
    }
    return String.join(", ", numbered);
  }
}
