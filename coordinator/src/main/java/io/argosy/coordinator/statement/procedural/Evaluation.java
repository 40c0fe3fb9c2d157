package io.argosy.coordinator.statement.procedural;

import io.argosy.coordinator.analysis.RowLocks;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.protocol.message.Field;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.StatementSplitter;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs the statements of a block with the values of its variables. Used by one thread. */
final class Evaluation {
  /** Statements whose names may be those of variables. */
  private static final Set<String> PLANNED =
      Set.of("select", "insert", "update", "delete", "merge", "with", "values", "table");

  /** Those that change nothing, WITH perhaps. */
  private static final Set<String> READING = Set.of("select", "with", "values", "table");

  /** Statements that have such a statement in them. */
  private static final Set<String> WITH_QUERIES =
      Set.of("create", "explain", "copy", "refresh", "prepare", "execute");

  /** What is of the client's statement, and would be of one of the block's. */
  static final Set<String> OF_STATEMENT = Set.of("statement_timestamp", "current_query");

  /** Settings without which the text of a value is not the value, with what they must be. */
  private static final String SETTINGS =
      "SELECT pg_catalog.current_setting('extra_float_digits')::pg_catalog.int4"
          + " OPERATOR(pg_catalog.>) 0 AND pg_catalog.current_setting('DateStyle')"
          + " OPERATOR(pg_catalog.~~) 'ISO%' AND coalesce(pg_catalog.current_setting("
          + "'plpgsql.extra_errors', true), '') OPERATOR(pg_catalog.=) ANY"
          + " (ARRAY['', 'none']::pg_catalog.text[])";

  private static final Set<String> SETTING_NAMES =
      Set.of("extra_float_digits", "datestyle", "intervalstyle", "lc_monetary");

  private final CodeSession session;
  private final Types types;
  private final Map<String, Boolean> ambiguous = new HashMap<>();
  private final Map<String, Boolean> calling = new HashMap<>();
  private long rowCount;
  private boolean changesNothing;
  private boolean oneSnapshot;
  private boolean called;
  private int queries;

  Evaluation(CodeSession session) {
    this.session = session;
    this.types = new Types(session);
  }

  Types types() {
    return types;
  }

  /** Sees that values can be kept as text. */
  void requireSettings() {
    if (!session.atHome(SETTINGS).getFirst().getFirst().equals("t")) {
      throw new UnsupportedCodeException(
          "the setting extra_float_digits, DateStyle or plpgsql.extra_errors");
    }
  }

  /**
   * The code is a function's that is not VOLATILE: it changes nothing, and all its queries see what
   * the calling statement sees. Under READ COMMITTED that is certain for one query only.
   *
   * @param arguments the query that has computed what the function is given
   */
  void changeNothing(Optional<String> arguments) {
    changesNothing = true;
    oneSnapshot =
        session
            .atHome("SELECT pg_catalog.current_setting('transaction_isolation')")
            .getFirst()
            .getFirst()
            .startsWith("read");
    arguments.ifPresent(query -> requireOneSnapshot(query, SqlLexer.tokens(query)));
  }

  /** How many rows the last statement has had, for GET DIAGNOSTICS; -1 if that is not known. */
  long rowCount() {
    return rowCount;
  }

  void count(long rows) {
    rowCount = rows;
  }

  /**
   * Runs a statement.
   *
   * @param most how many rows of it are wanted
   */
  CodeSession.Answer run(EmbeddedSql sql, Scope scope, long most) {
    return run(sql, scope, most, true);
  }

  /** Whether it reads or changes rows, and so may name variables. */
  static boolean isPlanned(List<Token> sql) {
    Token first = sql.getFirst();
    return first.isSymbol("(")
        || first.kind() == Token.Kind.WORD && PLANNED.contains(first.value());
  }

  /**
   * The same.
   *
   * @param named whether the names of its columns count
   */
  private CodeSession.Answer run(EmbeddedSql sql, Scope scope, long most, boolean named) {
    if (!isPlanned(sql.tokens())) {
      if (WITH_QUERIES.contains(sql.firstWord())) {
        refuseNames(sql, scope);
      }
      return run(sql.text(), sql.tokens(), List.of(), most);
    }
    List<Operands.Use> uses = Operands.of(sql.tokens(), scope, named);
    requireUnambiguous(sql, uses);
    if (sql.tokens().stream().anyMatch(t -> t.isWord("json_table") || t.isWord("xmltable"))) {
      uses.forEach(use -> requireNoColumn(sql.tokens(), use));
    }
    StringBuilder text = new StringBuilder();
    List<CodeSession.Parameter> parameters = new ArrayList<>();
    List<String> names = new ArrayList<>();
    int done = 0;
    for (Operands.Use use : uses) {
      int number = names.indexOf(use.name());
      if (number < 0) {
        number = names.size();
        names.add(use.name());
        parameters.add(types.parameter(value(use, scope)));
      }
      text.append(sql.text(), done, sql.tokens().get(use.index()).start());
      text.append(" $").append(number + 1).append(' ');
      if (use.column()) {
        // As PostgreSQL calls the column, which is not told of the parameter.
        String name =
            FunctionCode.isNumbered(use.variable())
                ? "?column?"
                : use.field().orElse(use.variable());
        text.append("AS ").append(Identifiers.quote(name)).append(' ');
      }
      done = sql.tokens().get(use.end() - 1).end();
    }
    text.append(sql.text().substring(done));
    return run(text.toString(), sql.tokens(), parameters, most);
  }

  /**
   * Runs the statements of a text that EXECUTE is given.
   *
   * @param one whether there may be one only
   */
  CodeSession.Answer runText(
      String text, List<CodeSession.Parameter> parameters, long most, boolean one) {
    CodeSession.Answer answer = new CodeSession.Answer(List.of(), List.of(), "");
    List<StatementSplitter.Part> parts = StatementSplitter.split(text);
    if (one && parts.size() != 1) {
      throw new UnsupportedCodeException("a loop over several statements");
    }
    for (StatementSplitter.Part part : parts) {
      List<Token> tokens = SqlLexer.tokens(part.sql());
      for (Token token : tokens) {
        if (token.kind() == Token.Kind.PARAMETER
            && (token.value().length() > 4
                || Integer.parseInt(token.value()) > parameters.size())) {
          throw CodeError.of("42P02", "there is no parameter $" + token.value());
        }
      }
      answer = run(part.sql(), tokens, parameters, most);
    }
    return answer;
  }

  private CodeSession.Answer run(
      String text, List<Token> tokens, List<CodeSession.Parameter> parameters, long most) {
    boolean sets = tokens.getFirst().isWord("set") || tokens.getFirst().isWord("reset");
    for (Token token : tokens) {
      String word = token.value().toLowerCase(Locale.ROOT);
      if (OF_STATEMENT.contains(word)
          || sets && SETTING_NAMES.contains(word)
          || token.kind() == Token.Kind.STRING && SETTING_NAMES.contains(word)) {
        throw new UnsupportedCodeException(token.text());
      }
    }
    if (changesNothing) {
      requireNoChange(text, tokens);
    }
    if (!isPlanned(tokens)) {
      types.renamed();
      ambiguous.clear();
    }
    return session.run(text, parameters, most);
  }

  private void requireNoChange(String text, List<Token> tokens) {
    String first = tokens.getFirst().value();
    boolean within =
        tokens.stream().anyMatch(token -> token.isWord("with"))
            && tokens.stream().anyMatch(Token::isModifyingVerb);
    if (within || tokens.getFirst().kind() == Token.Kind.WORD && !READING.contains(first)) {
      String command = within ? "A change" : first.toUpperCase(Locale.ROOT);
      throw CodeError.of("0A000", command + " is not allowed in a non-volatile function");
    }
    if (RowLocks.areIn(tokens)) {
      throw new UnsupportedCodeException("a lock of rows in a function that is not VOLATILE");
    }
    requireOneSnapshot(text, tokens);
  }

  /**
   * A query sees what others have committed before it, under READ COMMITTED, and what a function
   * has done that a query before it has called.
   */
  private void requireOneSnapshot(String text, List<Token> tokens) {
    boolean calls = calling.computeIfAbsent(text, ignored -> callsFunction(tokens));
    boolean names =
        tokens.stream().anyMatch(token -> token.isWord("from") || token.isWord("table"));
    if (!calls && !names) {
      return;
    }
    if (called || oneSnapshot && queries > 0) {
      throw new UnsupportedCodeException(
          "a second query, which would see more than the first one, in a function that is not"
              + " VOLATILE");
    }
    queries++;
    called |= calls;
  }

  /** Whether it calls a function that is not PostgreSQL's own. */
  private boolean callsFunction(List<Token> tokens) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      if (i > 0 && tokens.get(i).isSymbol("(")) {
        names.add(Identifiers.literal(tokens.get(i - 1).value()));
      }
    }
    return !names.isEmpty()
        && session
            .atHome(
                "SELECT EXISTS (SELECT FROM pg_catalog.pg_proc WHERE proname OPERATOR(pg_catalog.=)"
                    + " ANY (ARRAY["
                    + String.join(", ", names)
                    + "]::pg_catalog.name[]) AND pronamespace OPERATOR(pg_catalog.<>)"
                    + " 'pg_catalog'::pg_catalog.regnamespace)")
            .getFirst()
            .getFirst()
            .equals("t");
  }

  private static void refuseNames(EmbeddedSql sql, Scope scope) {
    for (Token token : sql.tokens()) {
      if (token.kind() != Token.Kind.STRING && scope.has(token.value())) {
        throw new UnsupportedCodeException("the name \"" + token.value() + "\" in a statement");
      }
    }
  }

  private static Variable.Value value(Operands.Use use, Scope scope) {
    Variable variable = scope.find(use.variable()).orElseThrow();
    return use.field().map(variable::field).orElseGet(variable::value);
  }

  /** JSON_TABLE and XMLTABLE list the names of columns. */
  private static void requireNoColumn(List<Token> tokens, Operands.Use use) {
    int depth = 0;
    for (int i = use.index() - 1; i > 0; i--) {
      depth += tokens.get(i).isSymbol(")") ? 1 : 0;
      depth -= tokens.get(i).isSymbol("(") ? 1 : 0;
      if (depth < 0 && tokens.get(i - 1).isWord("columns")
          || depth == 0 && tokens.get(i).isWord("columns")) {
        throw new UnsupportedCodeException("the name \"" + use.variable() + "\" in COLUMNS");
      }
    }
  }

  /** PostgreSQL refuses a name that is both a variable's and a column's. */
  private void requireUnambiguous(EmbeddedSql sql, List<Operands.Use> uses) {
    List<String> names = uses.stream().map(Operands.Use::variable).distinct().toList();
    boolean reads =
        sql.tokens().stream().anyMatch(token -> token.isWord("from") || token.isWord("into"))
            || !sql.firstWord().equals("select");
    if (names.isEmpty() || !reads) {
      return;
    }
    if (ambiguous.computeIfAbsent(names + sql.text(), ignored -> isColumn(sql, names, uses))) {
      throw new UnsupportedCodeException(
          "a variable with the name of a column (" + String.join(", ", names) + ")");
    }
  }

  private boolean isColumn(EmbeddedSql sql, List<String> names, List<Operands.Use> uses) {
    String words =
        literals(
            sql.tokens().stream()
                .filter(
                    token ->
                        token.kind() == Token.Kind.WORD
                            || token.kind() == Token.Kind.QUOTED_IDENTIFIER)
                .map(Token::value));
    String variables = literals(names.stream());
    String otherwise = literals(elsewhere(sql.tokens(), uses).filter(names::contains));
    String query =
        """
        SELECT EXISTS (
          SELECT FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c
            ON c.oid OPERATOR(pg_catalog.=) a.attrelid
          WHERE a.attname OPERATOR(pg_catalog.=) ANY (ARRAY[%2$s]::pg_catalog.name[])
            AND NOT a.attisdropped
            AND (c.relname OPERATOR(pg_catalog.=) ANY (ARRAY[%1$s]::pg_catalog.name[])
              OR EXISTS (SELECT FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_type t
                           ON t.oid OPERATOR(pg_catalog.=) p.prorettype
                         WHERE p.proname OPERATOR(pg_catalog.=) ANY (ARRAY[%1$s]::pg_catalog.name[])
                           AND t.typrelid OPERATOR(pg_catalog.=) c.oid)))
        OR EXISTS (
          SELECT FROM pg_catalog.pg_class c
          WHERE c.relname OPERATOR(pg_catalog.=) ANY (ARRAY[%3$s]::pg_catalog.name[]))
        OR EXISTS (
          SELECT FROM pg_catalog.pg_proc p
          WHERE p.proname OPERATOR(pg_catalog.=) ANY (ARRAY[%1$s]::pg_catalog.name[])
            AND p.proargnames OPERATOR(pg_catalog.&&) ARRAY[%2$s]::pg_catalog.text[])
        """
            .formatted(words, variables, otherwise);
    return session.atHome(query).getFirst().getFirst().equals("t");
  }

  private static String literals(Stream<String> names) {
    return names.distinct().map(Identifiers::literal).collect(Collectors.joining(", "));
  }

  /** What stands in other places than the variables, where a name may be a table's. */
  private static Stream<String> elsewhere(List<Token> tokens, List<Operands.Use> uses) {
    Set<Integer> places = uses.stream().map(Operands.Use::index).collect(Collectors.toSet());
    return IntStream.range(0, tokens.size())
        .filter(index -> !places.contains(index))
        .mapToObj(index -> tokens.get(index).value());
  }

  /** The value of an expression. */
  Variable.Value evaluate(EmbeddedSql expression, Scope scope) {
    CodeSession.Answer answer = run(expression.asQuery(), scope, 2, false);
    if (answer.columns().size() != 1) {
      throw CodeError.of("42601", "query returned " + answer.columns().size() + " columns");
    }
    if (answer.rows().size() > 1) {
      throw CodeError.of("21000", "query returned more than one row");
    }
    if (!isSimple(expression)) {
      // PostgreSQL may run it as a query, whose rows it counts.
      rowCount = -1;
    }
    Variable.Type type = Variable.Type.of(answer.columns().getFirst());
    return new Variable.Value(
        type, answer.rows().isEmpty() ? null : answer.rows().getFirst().getFirst());
  }

  /** Whether an expression certainly is none that PostgreSQL runs as a query. */
  private static boolean isSimple(EmbeddedSql expression) {
    List<Token> tokens = expression.tokens();
    for (int i = 0; i < tokens.size(); i++) {
      boolean called = i > 0 && tokens.get(i).isSymbol("(");
      if (called && tokens.get(i - 1).kind() == Token.Kind.WORD || tokens.get(i).isWord("from")) {
        return false;
      }
      if (tokens.get(i).isWord("select") || tokens.get(i).isWord("values")) {
        return false;
      }
    }
    return true;
  }

  /** Whether a condition is true; neither NULL nor false. */
  boolean isTrue(EmbeddedSql condition, Scope scope) {
    return "t".equals(types.fitted(evaluate(condition, scope), Types.BOOLEAN));
  }

  /** Assigns a value to a variable. */
  void assign(String name, Variable.Value value, Scope scope) {
    Variable variable =
        scope
            .find(name)
            .filter(found -> !found.isRow())
            .orElseThrow(() -> new UnsupportedCodeException("an assignment to " + name));
    variable.requireAssignable();
    variable.set(types.fitted(value, variable.type()));
  }

  /** Assigns the columns of a row, which are NULL if there is none. */
  void assign(
      CodeStatement.Target target, List<Field> columns, Optional<List<String>> row, Scope scope) {
    String first = target.names().getFirst();
    Optional<Variable> found = scope.find(first);
    if (found.isPresent() && found.get().isRow()) {
      assignRow(target, found.get(), columns, row);
      return;
    }
    for (int i = 0; i < target.names().size(); i++) {
      Variable.Type type = i < columns.size() ? Variable.Type.of(columns.get(i)) : Types.TEXT;
      String text = i < columns.size() && row.isPresent() ? row.get().get(i) : null;
      assign(target.names().get(i), new Variable.Value(type, text), scope);
    }
  }

  private void assignRow(
      CodeStatement.Target target,
      Variable variable,
      List<Field> columns,
      Optional<List<String>> row) {
    if (target.names().size() > 1) {
      throw new UnsupportedCodeException("a record in a list of variables");
    }
    if (!variable.isFixed()) {
      variable.set(columns, row);
      return;
    }
    List<String> fitted = new ArrayList<>();
    for (int i = 0; i < variable.fields().size(); i++) {
      boolean given = i < columns.size() && row.isPresent();
      fitted.add(
          given
              ? types.fitted(
                  new Variable.Value(Variable.Type.of(columns.get(i)), row.get().get(i)),
                  Variable.Type.of(variable.fields().get(i)))
              : null);
    }
    variable.set(columns, Optional.of(fitted));
  }
}
