package io.argosy.tests.regression;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Places the tables that a file makes, as soon as it has made them. A distribution column becomes
 * NOT NULL, which is done on the other server too, so that both go on from the same state. Not
 * thread-safe.
 */
final class Placer {
  private static final Pattern PARTITION =
      Pattern.compile("\\bpartition\\s+of\\b", Pattern.CASE_INSENSITIVE);

  private static final Pattern CREATE =
      Pattern.compile(
          "^create\\s+(?:unlogged\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?((?:\"[^\"]+\"|[\\w$]+)(?:\\.(?:\"[^\"]+\"|[\\w$]+))?)",
          Pattern.CASE_INSENSITIVE);

  private static final Set<String> KEY_TYPES =
      Set.of(
          "smallint",
          "integer",
          "bigint",
          "text",
          "uuid",
          "date",
          "numeric",
          "character varying",
          "character",
          "timestamp without time zone",
          "timestamp with time zone");

  /** The columns of a table, keys of all its unique indexes first. */
  private static final String COLUMNS =
      """
      SELECT pg_catalog.quote_ident(a.attname), pg_catalog.format_type(a.atttypid, NULL), a.attnotnull
      FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
      WHERE c.oid = pg_catalog.to_regclass(%s) AND c.relkind IN ('r', 'p') AND c.relpersistence <> 't'
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        AND NOT EXISTS (SELECT FROM argosy.tables t WHERE t.relation = c.oid)
      ORDER BY (SELECT coalesce(bool_and(a.attnum = ANY (i.indkey)), true) FROM pg_catalog.pg_index i
                WHERE i.indrelid = c.oid AND i.indisunique) DESC, a.attnum\
      """;

  private final Placing placing;
  private final Session subject;
  private final Session reference;

  Placer(Placing placing, Session subject, Session reference) {
    this.placing = placing;
    this.subject = subject;
    this.reference = reference;
  }

  /**
   * After a statement that both servers have run.
   *
   * @return why Argosy would not place the table that the statement has made
   */
  Optional<Answer.Failure> after(String sql) {
    Matcher create = CREATE.matcher(sql);
    if (placing == Placing.LOCAL || !create.find() || subject.status() == 'E') {
      return Optional.empty();
    }
    String table = create.group(1);
    if (table.toLowerCase(Locale.ROOT).startsWith("pg_temp.")) {
      return Optional.empty();
    }
    if (PARTITION.matcher(sql).find()) {
      // It is placed as its table is.
      return Optional.empty();
    }
    String literal = "'" + table.replace("'", "''") + "'";
    if (placing == Placing.DISTRIBUTED) {
      return distribute(literal, table, 0);
    }
    return switch (Math.floorMod(table.toLowerCase(Locale.ROOT).hashCode(), 3)) {
      case 0 -> place("SELECT create_reference_table(" + literal + ")");
      case 1 -> distribute(literal, table, 1);
      default -> Optional.empty();
    };
  }

  private Optional<Answer.Failure> distribute(String literal, String table, int preferred) {
    Answer asked = subject.query(COLUMNS.formatted(literal));
    if (asked.error().isPresent()) {
      return asked.error();
    }
    List<List<String>> keys = new ArrayList<>();
    for (List<String> column : asked.results().getFirst().rows()) {
      if (KEY_TYPES.contains(column.get(1))) {
        keys.add(column);
      }
    }
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    List<String> key = keys.get(Math.min(preferred, keys.size() - 1));
    Optional<Answer.Failure> failure =
        place(
            "SELECT create_distributed_table("
                + literal
                + ", '"
                + key.get(0).replace("\"", "").replace("'", "''")
                + "')");
    if (failure.isEmpty() && key.get(2).equals("f")) {
      reference.query("ALTER TABLE " + table + " ALTER COLUMN " + key.get(0) + " SET NOT NULL");
    }
    return failure;
  }

  /** In a transaction a refusal must not undo what the file has done. */
  private Optional<Answer.Failure> place(String sql) {
    boolean transaction = subject.status() == 'T';
    if (transaction) {
      subject.query("SAVEPOINT regression_placement");
    }
    Answer answer = subject.query(sql);
    if (transaction && !answer.isLost()) {
      subject.query(
          (answer.error().isPresent() ? "ROLLBACK TO" : "RELEASE")
              + " SAVEPOINT regression_placement");
    }
    return answer.error();
  }
}
