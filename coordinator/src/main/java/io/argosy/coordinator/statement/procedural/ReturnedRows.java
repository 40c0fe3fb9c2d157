package io.argosy.coordinator.statement.procedural;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.protocol.message.Field;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The rows that a function returns, which are made to fit its result. Used by one thread. */
final class ReturnedRows {
  private static final Pattern WORD_ENDS = Pattern.compile("[^\\p{L}\\p{N}_$]+");

  private static final String DOMAINS =
      """
      WITH RECURSIVE w AS (SELECT ARRAY[%2$s]::pg_catalog.text[] AS words),
      d AS (
        SELECT t.oid, t.typname FROM pg_catalog.pg_type t
        WHERE t.typtype OPERATOR(pg_catalog.=) 'd'
          AND t.typbasetype OPERATOR(pg_catalog.=) ANY ('%1$s'::pg_catalog.oid[])
          AND t.typnamespace OPERATOR(pg_catalog.<>) 'information_schema'::pg_catalog.regnamespace
        UNION ALL
        SELECT t.oid, t.typname FROM pg_catalog.pg_type t
        JOIN d ON t.typbasetype OPERATOR(pg_catalog.=) d.oid
        WHERE t.typtype OPERATOR(pg_catalog.=) 'd')
      SELECT EXISTS (
        SELECT FROM d, w
        WHERE pg_catalog.lower(d.typname::pg_catalog.text) OPERATOR(pg_catalog.=) ANY (w.words)
          OR EXISTS (SELECT FROM pg_catalog.pg_proc p
              WHERE (p.prorettype OPERATOR(pg_catalog.=) d.oid
                  OR d.oid OPERATOR(pg_catalog.=) ANY (p.proallargtypes))
                AND pg_catalog.lower(p.proname::pg_catalog.text) OPERATOR(pg_catalog.=)
                  ANY (w.words))
          OR EXISTS (SELECT FROM pg_catalog.pg_attribute a
              JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) a.attrelid
              WHERE a.atttypid OPERATOR(pg_catalog.=) d.oid
                AND pg_catalog.lower(c.relname::pg_catalog.text) OPERATOR(pg_catalog.=)
                  ANY (w.words)))
      """;

  private final CodeSession session;
  private final Types types;
  private final FunctionCode function;
  private final List<Variable> parameters;
  private final List<Variable> out;
  private final List<Variable.Type> columns;

  /** Those of the columns; none for a value. */
  private List<String> names = List.of();

  private final List<List<String>> rows = new ArrayList<>();
  private Optional<Variable.Value> last = Optional.empty();
  private final Map<String, Boolean> domains = new HashMap<>();
  private final KeptBytes bytes;

  /**
   * @param parameters all of the function's, in their order
   */
  ReturnedRows(CodeSession session, Types types, FunctionCode function, List<Variable> parameters) {
    this.session = session;
    this.types = types;
    this.function = function;
    this.parameters = parameters;
    this.bytes =
        new KeptBytes(
            "function \"" + function.name() + "\" returns more than 64 MB",
            "Read the rows in parts, or run the statements of the function one by one.");
    this.out =
        IntStream.range(0, parameters.size())
            .filter(i -> function.parameters().get(i).out())
            .mapToObj(parameters::get)
            .toList();
    this.columns = columns();
    if (!function.result().isVoid() && columns.size() != function.result().columns()) {
      throw new UnsupportedCodeException("a result that is a row as a whole");
    }
  }

  private List<Variable.Type> columns() {
    if (function.result().isVoid()) {
      return List.of();
    }
    if (!out.isEmpty()) {
      names = out.stream().map(Variable::name).toList();
      return out.stream().map(Variable::type).toList();
    }
    Variable whole = types.variable("", function.result().type());
    if (!whole.isRow()) {
      return List.of(whole.type());
    }
    if (!whole.isFixed() || !function.result().set() || !function.result().table()) {
      throw new UnsupportedCodeException("a result of type " + function.result().type());
    }
    names = whole.fields().stream().map(Field::name).toList();
    return whole.fields().stream().map(Variable.Type::of).toList();
  }

  /** RETURN of a value, or RETURN NEXT of one. */
  void value(Variable.Value value) {
    if (columns.size() != 1 || !out.isEmpty() || !names.isEmpty()) {
      throw new UnsupportedCodeException("RETURN of a value in a function that returns rows");
    }
    if (function.result().set()) {
      addFitted(value);
    } else {
      // No handler of the function's gets what the cast fails with.
      last = Optional.of(value);
    }
  }

  private void addFitted(Variable.Value value) {
    add(Collections.singletonList(types.fitted(value, columns.getFirst())));
  }

  /** RETURN NEXT of a variable that is a row. */
  void row(Variable row) {
    if (row.fields().isEmpty()) {
      // Which says that it is not assigned.
      row.field("");
    }
    requireColumns(row.fields(), "", "wrong record type supplied in RETURN NEXT");
    add(row.values());
  }

  /** RETURN NEXT without a value, or the end of a function whose result are parameters. */
  void parameters() {
    List<String> row = new ArrayList<>();
    out.forEach(variable -> row.add(variable.value().text()));
    add(row);
  }

  /**
   * RETURN QUERY, or the last statement of a function in SQL.
   *
   * @param text of the query
   */
  void query(CodeSession.Answer answer, String text) {
    if (function.sql()) {
      last(answer);
    } else {
      requireColumns(
          answer.columns(), text, "structure of query does not match function result type");
      answer.rows().forEach(this::add);
    }
  }

  /** Whether the first row of a query is the result. */
  boolean isFirstOnly() {
    return function.sql() && !function.result().set();
  }

  private void last(CodeSession.Answer answer) {
    if (answer.columns().size() != columns.size() || out.isEmpty() && names.size() == 1) {
      throw new UnsupportedCodeException("a result that is a row as a whole");
    }
    List<List<String>> wanted =
        function.result().set() ? answer.rows() : answer.rows().stream().limit(1).toList();
    for (List<String> found : wanted) {
      List<String> row = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        Variable.Type type = Variable.Type.of(answer.columns().get(i));
        row.add(types.fitted(new Variable.Value(type, found.get(i)), columns.get(i)));
      }
      add(row);
    }
    if (wanted.isEmpty() && !function.result().set()) {
      add(Collections.nCopies(columns.size(), null));
    }
  }

  /** All of them, at the function's end. */
  List<List<String>> atEnd() {
    last.ifPresent(this::addFitted);
    if (!function.result().set() && rows.isEmpty()) {
      if (function.result().isVoid()) {
        add(Collections.singletonList(function.sql() ? null : ""));
      } else if (!out.isEmpty()) {
        parameters();
      } else {
        throw CodeError.of("2F005", "control reached end of function without RETURN");
      }
    }
    return rows;
  }

  private void add(List<String> row) {
    for (String value : row) {
      bytes.add(value == null ? -1 : value.length());
    }
    bytes.requireRoom();
    rows.add(row);
  }

  /** PostgreSQL wants these types, and no others that would fit. */
  private void requireColumns(List<Field> found, String text, String wrong) {
    requireNoDomains(text);
    for (int i = 0; i < Math.min(found.size(), columns.size()); i++) {
      Variable.Type column = columns.get(i);
      Field field = found.get(i);
      boolean same =
          field.typeOid() == column.oid()
              && (column.modifier() == -1 || column.modifier() == field.typeModifier());
      if (field.typeOid() == column.oid() && field.typeModifier() == -1 && !same) {
        throw new UnsupportedCodeException("a value whose length is not known");
      }
      if (!same) {
        throw CodeError.withDetail(
            "42804",
            wrong,
            "Returned type %s does not match expected type %s in column \"%s\" (position %d)."
                .formatted(
                    name(field.typeOid(), field.typeModifier()),
                    name(column.oid(), column.modifier()),
                    names.isEmpty() ? "" : names.get(i),
                    i + 1));
      }
    }
    if (found.size() != columns.size()) {
      throw CodeError.withDetail(
          "42804",
          wrong,
          "Number of returned columns (%d) does not match expected column count (%d)."
              .formatted(found.size(), columns.size()));
    }
  }

  /** A column of a domain is told as one of the domain's base type, which is another type. */
  private void requireNoDomains(String text) {
    boolean some =
        domains.computeIfAbsent(
            text,
            ignored ->
                parameters.stream().anyMatch(parameter -> parameter.type().domain())
                    || columns.stream().anyMatch(Variable.Type::domain)
                    || session.atHome(domainsIn(text)).getFirst().getFirst().equals("t"));
    if (some) {
      throw new UnsupportedCodeException("a domain over a type of the result");
    }
  }

  /** Whether a word of the function or the text names such a domain, or what has a value of one. */
  private String domainsIn(String text) {
    String oids =
        columns.stream()
            .map(type -> Integer.toUnsignedString(type.oid()))
            .collect(Collectors.joining(",", "{", "}"));
    String code = function.body() + ' ' + text;
    Set<String> words = new HashSet<>(List.of(WORD_ENDS.split(code.toLowerCase(Locale.ROOT))));
    for (Token token : SqlLexer.tokens(code)) {
      words.add(token.value().toLowerCase(Locale.ROOT));
    }
    return DOMAINS.formatted(
        oids, words.stream().map(Identifiers::literal).collect(Collectors.joining(", ")));
  }

  private String name(int type, int modifier) {
    String oid = Identifiers.literal(Integer.toUnsignedString(type));
    return session
        .atHome("SELECT pg_catalog.format_type(" + oid + "::pg_catalog.oid, " + modifier + ")")
        .getFirst()
        .getFirst();
  }
}
