package io.argosy.coordinator.write;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.coordinator.write.EvaluatedInsert.OnceValue;
import io.argosy.planner.function.BuiltinFunctions;
import io.argosy.planner.plan.Plan;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
   * Other functions, and what is called like them: each gives one value, and changes nothing but
   * sequences. The rest may give rows, of which none or many would be inserted.
   */
  private static final Set<String> FUNCTIONS =
      Set.of(
          "nextval",
          "currval",
          "lastval",
          "next_identity",
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

  /** More than that are staged; a SELECT list has 1,664 columns at most. */
  private static final int MOST_VALUES = 400;

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
    List<ConstantRows.Row> rows = rows();
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    List<String> given = insert.listed(target).subList(0, rows.getFirst().values().size());
    List<String> columns = new ArrayList<>(given);
    target.computedColumns(given).stream()
        .filter(column -> target.column(column).varies() && !given.contains(column))
        .forEach(columns::add);
    boolean routed = !target.partitioned() || columns.contains(target.distributionColumn());
    if (!routed || rows.size() * columns.size() > MOST_VALUES) {
      return Optional.empty();
    }
    List<List<String>> texts = new ArrayList<>();
    for (ConstantRows.Row row : rows) {
      Optional<List<String>> text = texts(row, texts.size(), columns, rows.size() == 1);
      if (text.isEmpty()) {
        return Optional.empty();
      }
      texts.add(text.get());
    }
    if (found.isEmpty()) {
      return Optional.empty();
    }
    found.sort(Comparator.comparingInt(Found::row).thenComparingInt(Found::place));
    for (int i = 0; i < found.size(); i++) {
      texts.get(found.get(i).row()).set(found.get(i).item(), "$" + (parameters + i + 1));
    }
    return Optional.of(
        new EvaluatedInsert(rewritten(columns, texts), found.stream().map(Found::value).toList()));
  }

  /** Of DEFAULT VALUES there is one without values. */
  private List<ConstantRows.Row> rows() {
    return insert.tokens().get(insert.sourceStart()).isWord("default")
        ? List.of(new ConstantRows.Row(0, 0, List.of()))
        : ConstantRows.rows(insert).orElse(List.of());
  }

  /**
   * The values of a row, with gaps for what is found to be evaluated; empty where it cannot be.
   *
   * @param number of the row
   * @param single whether it is the only one, which is evaluated in the order of the table; more of
   *     them are evaluated as they are written
   */
  private Optional<List<String>> texts(
      ConstantRows.Row row, int number, List<String> columns, boolean single) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      TableFact.Column column = target.column(columns.get(i));
      boolean given = i < row.values().size();
      if (given && ConstantRows.isConstant(insert, row.values().get(i))) {
        texts.add(text(row.values().get(i)));
        continue;
      }
      Optional<OnceValue> value =
          given ? written(text(row.values().get(i)), column) : byDefault(column);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      int place = single ? positions.get(column.name()) : i;
      found.add(new Found(number, place, i, value.get()));
      texts.add("");
    }
    return Optional.of(texts);
  }

  private String text(ConstantRows.Value value) {
    return insert.text(value.from(), value.to());
  }

  private InsertStatement rewritten(List<String> columns, List<List<String>> rows) {
    String values =
        rows.stream()
            .map(row -> row.stream().collect(Collectors.joining(", ", "(", ")")))
            .collect(Collectors.joining(", "));
    return InsertStatement.parse(
        "INSERT INTO "
            + insert.target()
            + " ("
            + Identifiers.list(columns)
            + ") OVERRIDING SYSTEM VALUE VALUES "
            + values
            + " "
            + insert.tail());
  }

  private static Optional<OnceValue> written(String text, TableFact.Column column) {
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
        ? Optional.of(new OnceValue(new Plan.Once(expression, qualified(column.type())), !plain))
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
    String name = tokens.get(i).value();
    return type
        || BuiltinFunctions.isRandom(name)
        || BuiltinFunctions.hasOneValue(name)
        || FUNCTIONS.contains(name);
  }
}
