package io.argosy.coordinator.write;

import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.write.EvaluatedInsert.OnceValue;
import io.argosy.planner.parse.SqlLexer;
import io.argosy.planner.parse.Token;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Takes what must be evaluated once out of the rows of an INSERT .. VALUES or DEFAULT VALUES. */
final class EvaluatedRows {
  /** Types whose texts mean the same in every session, and some of which have a hash in Java. */
  private static final Set<String> PLAIN_TYPES =
      Set.of("bigint", "integer", "smallint", "text", "character varying", "uuid", "boolean");

  private static final Set<String> BINARY_TYPES =
      Set.of(
          "numeric",
          "real",
          "double precision",
          "date",
          "time without time zone",
          "time with time zone",
          "timestamp without time zone",
          "timestamp with time zone",
          "interval",
          "json",
          "jsonb",
          "bytea",
          "inet",
          "cidr",
          "integer[]",
          "bigint[]",
          "text[]",
          "uuid[]");

  /** Those whose names are no keywords, so that a type of a user may have the same. */
  private static final Set<String> NAMED_TYPES =
      Set.of("text", "uuid", "date", "json", "jsonb", "bytea", "inet", "cidr", "text[]", "uuid[]");

  /**
   * Functions and what is called like them: each gives one value, and changes nothing but
   * sequences. Others may give rows, of which none or many would be inserted.
   */
  private static final Set<String> FUNCTIONS =
      Set.of(
          "nextval",
          "currval",
          "lastval",
          "next_identity",
          "random",
          "random_normal",
          "gen_random_uuid",
          "uuidv4",
          "uuidv7",
          "clock_timestamp",
          "timeofday",
          "now",
          "transaction_timestamp",
          "statement_timestamp",
          "timezone",
          "to_timestamp",
          "to_date",
          "to_char",
          "to_number",
          "date_trunc",
          "date_part",
          "extract",
          "make_date",
          "make_time",
          "make_interval",
          "make_timestamp",
          "make_timestamptz",
          "lower",
          "upper",
          "initcap",
          "btrim",
          "ltrim",
          "rtrim",
          "substr",
          "substring",
          "concat",
          "concat_ws",
          "format",
          "md5",
          "sha256",
          "encode",
          "decode",
          "abs",
          "round",
          "trunc",
          "floor",
          "ceil",
          "ceiling",
          "sqrt",
          "mod",
          "power",
          "length",
          "char_length",
          "chr",
          "ascii",
          "left",
          "right",
          "replace",
          "repeat",
          "reverse",
          "lpad",
          "rpad",
          "split_part",
          "jsonb_build_object",
          "json_build_object",
          "jsonb_build_array",
          "json_build_array",
          "to_json",
          "to_jsonb",
          "array_append",
          "array_cat",
          "coalesce",
          "nullif",
          "greatest",
          "least");

  private final InsertStatement insert;
  private final TableFact target;
  private final int parameters;
  private final Map<String, Integer> positions = new HashMap<>();
  private final List<Found> found = new ArrayList<>();

  /**
   * @param place where PostgreSQL comes to it within its row
   */
  private record Found(int row, int place, int item, OnceValue value) {}

  EvaluatedRows(InsertStatement insert, TableFact target, int parameters) {
    this.insert = insert;
    this.target = target;
    this.parameters = parameters;
    for (TableFact.Column column : target.columns()) {
      positions.put(column.name(), positions.size());
    }
  }

  /** Empty where not all of it can be evaluated so, or nothing must. */
  Optional<EvaluatedInsert> insert() {
    boolean defaults = insert.tokens().get(insert.sourceStart()).isWord("default");
    Optional<List<ConstantRows.Row>> source =
        defaults
            ? Optional.of(List.of(new ConstantRows.Row(0, 0, List.of())))
            : ConstantRows.rows(insert);
    if (source.isEmpty() || source.get().isEmpty()) {
      return Optional.empty();
    }
    List<ConstantRows.Row> rows = source.get();
    int given = rows.getFirst().values().size();
    List<String> listed = insert.columns().isEmpty() ? target.writableColumns() : insert.columns();
    List<String> columns = new ArrayList<>(listed.subList(0, given));
    target.columns().stream()
        .filter(column -> column.varies() && !columns.contains(column.name()))
        .forEach(column -> columns.add(column.name()));
    if (!target.computedColumns(columns.subList(0, given)).containsAll(columns)) {
      return Optional.empty();
    }
    if (target.partitioned() && !columns.contains(target.distributionColumn())
        || EvaluatedInsert.isTooMuch(rows.size() * columns.size())) {
      return Optional.empty();
    }
    List<List<String>> texts = new ArrayList<>();
    for (ConstantRows.Row row : rows) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        TableFact.Column column = target.column(columns.get(i));
        if (i < given && ConstantRows.isConstant(insert, row.values().get(i))) {
          values.add(insert.text(row.values().get(i).from(), row.values().get(i).to()));
          continue;
        }
        Optional<OnceValue> value =
            i < given ? written(row.values().get(i), column) : byDefault(column);
        if (value.isEmpty()) {
          return Optional.empty();
        }
        // One row is evaluated in the order of the table, more of them as they are written.
        int place = rows.size() == 1 ? positions.get(column.name()) : i;
        found.add(new Found(texts.size(), place, i, value.get()));
        values.add("");
      }
      texts.add(values);
    }
    if (found.isEmpty()) {
      return Optional.empty();
    }
    found.sort(Comparator.comparingInt(Found::row).thenComparingInt(Found::place));
    for (int i = 0; i < found.size(); i++) {
      texts.get(found.get(i).row()).set(found.get(i).item(), "$" + (parameters + i + 1));
    }
    return Optional.of(
        new EvaluatedInsert(
            EvaluatedInsert.rewritten(insert, columns, texts),
            found.stream().map(Found::value).toList()));
  }

  private Optional<OnceValue> written(ConstantRows.Value value, TableFact.Column column) {
    String text = insert.text(value.from(), value.to());
    return text.equals("DEFAULT") ? byDefault(column) : once(text, column);
  }

  private static Optional<OnceValue> byDefault(TableFact.Column column) {
    return column.generated()
        ? Optional.empty()
        : once(column.defaultExpression() == null ? "NULL" : column.defaultExpression(), column);
  }

  private static Optional<OnceValue> once(String expression, TableFact.Column column) {
    boolean plain = PLAIN_TYPES.contains(column.type());
    return (plain || BINARY_TYPES.contains(column.type())) && isKnown(SqlLexer.tokens(expression))
        ? Optional.of(new OnceValue(expression, qualified(column.type()), !plain))
        : Optional.empty();
  }

  private static String qualified(String type) {
    return (NAMED_TYPES.contains(type) ? "pg_catalog." : "") + type;
  }

  /** Whether it calls known functions of PostgreSQL's alone, and no operators of users. */
  private static boolean isKnown(List<Token> tokens) {
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean named =
          token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_IDENTIFIER;
      boolean called = named && i + 1 < tokens.size() && tokens.get(i + 1).isSymbol("(");
      if (token.isWord("select")
          || token.isWord("operator")
          || token.isSymbol(".") && !isOwnSchema(tokens.get(i - 1))
          || called && !isKnownCall(tokens, i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOwnSchema(Token token) {
    return token.isWord("pg_catalog") || token.isWord("argosy");
  }

  private static boolean isKnownCall(List<Token> tokens, int i) {
    boolean type = i > 0 && tokens.get(i - 1).isSymbol("::");
    return type || FUNCTIONS.contains(tokens.get(i).value());
  }
}
