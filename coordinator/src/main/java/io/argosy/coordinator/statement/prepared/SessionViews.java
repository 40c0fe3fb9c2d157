package io.argosy.coordinator.statement.prepared;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.protocol.message.Field;
import io.argosy.sql.lexer.RelationReference;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The views of PostgreSQL that show what a session has made ({@code pg_prepared_statements}, {@code
 * pg_cursors}), who else is there ({@code pg_stat_activity}, {@code pg_locks}), and how it has
 * defined materialized views ({@code pg_matviews}). The coordinator knows of it, while a backend
 * would show what the coordinator has prepared or defined there, and backends that work for many.
 * So a text that reads them reads constants or views of Argosy's in their place. Not thread-safe.
 */
public final class SessionViews {
  private static final String STATEMENTS = "pg_prepared_statements";
  private static final String CURSORS = "pg_cursors";

  private static final String ACTIVITY = "pg_stat_activity";
  private static final String LOCKS = "pg_locks";

  private static final String MATERIALIZED_VIEWS = "pg_matviews";

  /** Nodes know all of it but for the client's encoding. */
  private static final String SETTINGS = "pg_settings";

  private static final Set<String> NAMES =
      Set.of(STATEMENTS, CURSORS, ACTIVITY, LOCKS, MATERIALIZED_VIEWS, SETTINGS);

  private final SqlPreparedStatements prepared;
  private final Map<String, String> cursors = new HashMap<>();
  private final ProtocolNames names;
  private final SessionCalls calls;

  /** The last text that has nothing of a session, since most come again and again. */
  private String plain = "";

  public SessionViews(SqlPreparedStatements prepared, ProtocolNames names, SessionCalls calls) {
    this.prepared = prepared;
    this.calls = calls;
    this.names = names;
  }

  /** A cursor has been declared, perhaps with another query in the place of its own. */
  public void declared(String cursor, String text) {
    cursors.put(cursor, text);
  }

  /**
   * The text with the session's rows in the place of these views; the same if it has nothing of a
   * session.
   */
  String withRows(String written) {
    if (written.equals(plain) && !calls.hasEncoding()) {
      return written;
    }
    String folded = written.toLowerCase(Locale.ROOT);
    boolean called = calls.mayBeIn(folded);
    String sql = called ? calls.replacedIn(written) : written;
    if (NAMES.stream().noneMatch(folded::contains)) {
      if (!called) {
        plain = written;
      }
      return sql;
    }
    StringBuilder text = new StringBuilder();
    int copied = 0;
    for (RelationReference reference : RelationReference.inWritten(sql)) {
      if (isView(reference)) {
        String before = sql.substring(copied, reference.start());
        text.append(beforeQuery(before)).append(rows(reference));
        copied = reference.end();
      }
    }
    return text.append(sql, copied, sql.length()).toString();
  }

  private boolean isView(RelationReference reference) {
    return NAMES.contains(reference.relation())
        && (!reference.relation().equals(SETTINGS) || calls.hasEncoding())
        && (reference.schema().isEmpty() || reference.schema().equals("pg_catalog"))
        && reference.use() == RelationReference.Use.READ;
  }

  /** TABLE takes no query, which SELECT does. */
  private static String beforeQuery(String before) {
    List<Token> tokens = SqlLexer.tokens(before);
    return !tokens.isEmpty() && tokens.getLast().isWord("table")
        ? before.substring(0, tokens.getLast().start()) + "SELECT * FROM "
        : before;
  }

  private String rows(RelationReference reference) {
    String query =
        switch (reference.relation()) {
          case STATEMENTS -> statements();
          case CURSORS -> cursors();
          case SETTINGS -> settings();
          case LOCKS -> "SELECT * FROM argosy.locks";
          case MATERIALIZED_VIEWS -> "SELECT * FROM argosy.matviews";
          default -> "SELECT * FROM argosy.stat_activity";
        };
    return "(" + query + ")" + (reference.aliased() ? "" : " AS " + reference.written());
  }

  private String settings() {
    return "SELECT name, CASE WHEN name OPERATOR(pg_catalog.=) 'client_encoding' THEN "
        + constant(calls.encoding())
        + " ELSE setting END AS setting, unit, category, short_desc, extra_desc, context, vartype,"
        + " source, min_val, max_val, enumvals, boot_val, reset_val, sourcefile, sourceline,"
        + " pending_restart FROM pg_catalog.pg_settings";
  }

  /** The nodes plan what is prepared each time anew, so no use of a kept plan is counted. */
  private String statements() {
    List<String> rows = new ArrayList<>();
    prepared
        .all()
        .forEach(
            (name, statement) ->
                rows.add(row(name, statement.text(), statement.statement(), true)));
    names
        .statements()
        .forEach(
            (name, statement) -> {
              if (!name.isEmpty() && statement instanceof PreparedStatement own) {
                rows.add(row(name, own.text(), own, false));
              }
            });
    return "SELECT name, statement, prepare_time, parameter_types, result_types, from_sql,"
        + " 0::pg_catalog.int8 AS generic_plans, 0::pg_catalog.int8 AS custom_plans FROM (VALUES "
        + (rows.isEmpty() ? nothing() : String.join(", ", rows))
        + ") AS prepared (name, statement, prepare_time, parameter_types, result_types, from_sql)"
        + (rows.isEmpty() ? " WHERE false" : "");
  }

  private static String nothing() {
    return "(NULL::pg_catalog.text, NULL::pg_catalog.text, NULL::pg_catalog.timestamptz,"
        + " NULL::pg_catalog.regtype[], NULL::pg_catalog.regtype[], NULL::pg_catalog.bool)";
  }

  private static String row(
      String name, String text, PreparedStatement statement, boolean fromSql) {
    String results =
        statement
            .fields()
            .map(fields -> types(fields.stream().mapToInt(Field::typeOid).toArray()))
            .orElse("NULL::pg_catalog.regtype[]");
    return "("
        + String.join(
            ", ",
            constant(name),
            constant(text),
            moment(statement.preparedAt()),
            types(statement.parameterTypes()),
            results,
            String.valueOf(fromSql))
        + ")";
  }

  private String cursors() {
    // Whoever asks by the protocol sees the portal that asks; one without a name of a backend is
    // the coordinator's.
    StringBuilder sql =
        new StringBuilder(
            "SELECT name, "
                + texts()
                + " AS statement, is_holdable, is_binary, is_scrollable, creation_time"
                + " FROM pg_catalog.pg_cursor() WHERE name OPERATOR(pg_catalog.<>) ''");
    names
        .portals()
        .forEach(
            (name, portal) -> {
              if (portal instanceof ShownPortal own) {
                sql.append(" UNION ALL SELECT ")
                    .append(constant(name))
                    .append(", ")
                    .append(constant(own.prepared().text()))
                    .append(", false, false, false, ")
                    .append(moment(own.createdAt()));
              }
            });
    return sql.toString();
  }

  private String texts() {
    return cursors.isEmpty()
        ? "statement"
        : cursors.entrySet().stream()
            .map(
                cursor ->
                    " WHEN name OPERATOR(pg_catalog.=) "
                        + constant(cursor.getKey())
                        + " THEN "
                        + constant(cursor.getValue()))
            .collect(Collectors.joining("", "CASE", " ELSE statement END"));
  }

  private static String types(int[] numbers) {
    return Arrays.stream(numbers)
        .mapToObj(Integer::toUnsignedString)
        .collect(Collectors.joining(",", "'{", "}'::pg_catalog.oid[]::pg_catalog.regtype[]"));
  }

  private static String moment(Instant instant) {
    return constant(instant.toString()) + "::pg_catalog.timestamptz";
  }

  private static String constant(String text) {
    return Identifiers.literal(text) + "::pg_catalog.text";
  }
}
