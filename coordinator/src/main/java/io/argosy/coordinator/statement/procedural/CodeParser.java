package io.argosy.coordinator.statement.procedural;

import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a block of PL/pgSQL. */
final class CodeParser {
  private static final Token NONE = new Token(Token.Kind.PUNCTUATION, 0, 0, "", "");

  private static final Set<String> UNKNOWN =
      Set.of("assert", "open", "fetch", "move", "close", "declare", "call", "do", "import");

  /** Words that begin statements of SQL. */
  private static final Set<String> VERBS =
      Set.of(
          "select",
          "insert",
          "update",
          "delete",
          "merge",
          "with",
          "values",
          "table",
          "create",
          "alter",
          "drop",
          "grant",
          "revoke",
          "comment",
          "set",
          "reset",
          "show",
          "lock",
          "truncate",
          "refresh",
          "analyze",
          "explain",
          "notify",
          "listen",
          "unlisten",
          "security",
          "reassign",
          "cluster",
          "reindex",
          "vacuum",
          "discard");

  private static final Set<String> LEVELS =
      Set.of("debug", "log", "info", "notice", "warning", "exception");

  private final String body;
  private final List<Token> tokens;
  private int position;

  private CodeParser(String body) {
    this.body = body;
    this.tokens = SqlLexer.tokens(body);
  }

  /**
   * Reads a block.
   *
   * @throws UnsupportedCodeException for what the coordinator does not run, or cannot read
   */
  static CodeStatement.Block block(String body) {
    CodeParser parser = new CodeParser(body);
    CodeStatement.Block block = parser.block(parser.label());
    if (parser.position < parser.tokens.size()) {
      throw parser.wrong();
    }
    return block;
  }

  private Token at(int offset) {
    int index = position + offset;
    return index < tokens.size() ? tokens.get(index) : NONE;
  }

  private boolean isWord(String word) {
    return at(0).isWord(word);
  }

  private boolean take(String word) {
    if (isWord(word)) {
      position++;
      return true;
    }
    return false;
  }

  private boolean takeSymbol(String symbol) {
    if (at(0).isSymbol(symbol)) {
      position++;
      return true;
    }
    return false;
  }

  private void require(String word) {
    if (!take(word)) {
      throw wrong();
    }
  }

  private void requireEnd() {
    if (!takeSymbol(";")) {
      throw wrong();
    }
  }

  /** What is not read here may be something that PostgreSQL can read. */
  private UnsupportedCodeException wrong() {
    return new UnsupportedCodeException(
        position < tokens.size()
            ? "a syntax error at or near \"" + at(0).text() + "\" in line " + line()
            : "a syntax error at its end");
  }

  private UnsupportedCodeException unsupported() {
    return new UnsupportedCodeException(at(0).text() + " in line " + line());
  }

  private int line() {
    int end = position < tokens.size() ? at(0).start() : body.length();
    return 1 + (int) body.substring(0, end).chars().filter(c -> c == '\n').count();
  }

  private String name() {
    Token token = at(0);
    if (token.kind() != Token.Kind.WORD && token.kind() != Token.Kind.QUOTED_IDENTIFIER) {
      throw wrong();
    }
    position++;
    return token.value();
  }

  private Optional<String> label() {
    if (!takeSymbol("<<")) {
      return Optional.empty();
    }
    String label = name();
    if (!takeSymbol(">>")) {
      throw wrong();
    }
    return Optional.of(label);
  }

  /** What comes before one of the ends, which are words or symbols outside of all brackets. */
  private EmbeddedSql until(String... ends) {
    int first = position;
    skipTo(ends);
    if (position == first) {
      throw wrong();
    }
    return EmbeddedSql.of(
        body.substring(tokens.get(first).start(), tokens.get(position - 1).end()));
  }

  private void skipTo(String... ends) {
    Set<String> wanted = Set.of(ends);
    position =
        Brackets.find(
            tokens,
            position,
            i ->
                tokens.get(i).kind() != Token.Kind.STRING
                    && tokens.get(i).kind() != Token.Kind.QUOTED_IDENTIFIER
                    && wanted.contains(tokens.get(i).value()));
    if (position == tokens.size()) {
      throw wrong();
    }
  }

  private CodeStatement.Block block(Optional<String> label) {
    List<CodeStatement.Declaration> declarations = new ArrayList<>();
    while (take("declare")) {
      while (!isWord("begin") && !isWord("declare")) {
        declarations.add(declaration());
      }
    }
    require("begin");
    List<CodeStatement> statements = statements("end", "exception");
    List<CodeStatement.Handler> handlers = new ArrayList<>();
    if (take("exception")) {
      while (take("when")) {
        String conditions = until("then").text();
        position++;
        handlers.add(new CodeStatement.Handler(conditions, statements("when", "end")));
      }
    }
    require("end");
    if (!at(0).isSymbol(";") && position < tokens.size()) {
      name();
    }
    if (position < tokens.size()) {
      requireEnd();
    }
    return new CodeStatement.Block(label, declarations, statements, handlers);
  }

  private CodeStatement.Declaration declaration() {
    if (at(1).isWord("alias")
        || at(1).isWord("cursor")
        || at(1).isWord("no")
        || at(1).isWord("scroll")) {
      position++;
      throw unsupported();
    }
    String name = name();
    boolean constant = take("constant");
    EmbeddedSql type = until("not", "default", ":=", "=", ";", "collate");
    if (isWord("collate")) {
      throw unsupported();
    }
    boolean notNull = take("not");
    if (notNull) {
      require("null");
    }
    Optional<EmbeddedSql> initial = Optional.empty();
    if (take("default") || takeSymbol(":=") || takeSymbol("=")) {
      initial = Optional.of(until(";"));
    }
    requireEnd();
    if (notNull && initial.isEmpty()) {
      throw new UnsupportedCodeException(
          "variable \"" + name + "\", which is declared NOT NULL and has no default value,");
    }
    return new CodeStatement.Declaration(name, constant, type, notNull, initial);
  }

  private List<CodeStatement> statements(String... ends) {
    Set<String> wanted = Set.of(ends);
    List<CodeStatement> statements = new ArrayList<>();
    while (at(0).kind() != Token.Kind.WORD || !wanted.contains(at(0).value())) {
      if (position >= tokens.size()) {
        throw wrong();
      }
      statements.add(statement());
    }
    return statements;
  }

  private CodeStatement statement() {
    Optional<String> label = label();
    if (isWord("begin") || isWord("declare")) {
      return block(label);
    }
    if (at(0).kind() == Token.Kind.WORD) {
      switch (at(0).value()) {
        case "loop", "while", "for", "foreach" -> {
          return loop(label);
        }
        default -> {
          if (label.isPresent()) {
            throw wrong();
          }
        }
      }
    }
    if (isAssigned(1) || at(1).isSymbol(".") && isAssigned(3)) {
      String name = path();
      position++;
      EmbeddedSql value = until(";");
      requireEnd();
      return new CodeStatement.Assignment(name, value);
    }
    if (at(0).kind() != Token.Kind.WORD && !at(0).isSymbol("(")) {
      throw unsupported();
    }
    if (UNKNOWN.contains(at(0).value())) {
      throw unsupported();
    }
    return switch (at(0).value()) {
      case "if" -> conditional();
      case "case" -> choice();
      case "exit", "continue" -> jump();
      case "return" -> returned();
      case "null" -> {
        position++;
        requireEnd();
        yield new CodeStatement.Nothing();
      }
      case "commit", "rollback" -> {
        boolean commits = isWord("commit");
        position++;
        requireEnd();
        yield new CodeStatement.End(commits);
      }
      case "raise" -> raise();
      case "execute" -> {
        CodeStatement.Dynamic dynamic = dynamic(";");
        requireEnd();
        yield dynamic;
      }
      case "get" -> diagnostics();
      case "perform" -> perform();
      default -> sql();
    };
  }

  private CodeStatement returned() {
    position++;
    if (take("next")) {
      return new CodeStatement.ReturnNext(valueToEnd());
    }
    if (take("query")) {
      CodeStatement query =
          isWord("execute")
              ? dynamic(";")
              : new CodeStatement.Sql(until(";"), Optional.empty(), false, true);
      requireEnd();
      return new CodeStatement.ReturnQuery(query);
    }
    return new CodeStatement.Return(valueToEnd());
  }

  private Optional<EmbeddedSql> valueToEnd() {
    Optional<EmbeddedSql> value = at(0).isSymbol(";") ? Optional.empty() : Optional.of(until(";"));
    requireEnd();
    return value;
  }

  private boolean isAssigned(int offset) {
    return at(offset).isSymbol(":=") || at(offset).isSymbol("=");
  }

  /** A variable, or a field of one. */
  private String path() {
    String name = name();
    return takeSymbol(".") ? name + "." + name() : name;
  }

  private CodeStatement conditional() {
    List<CodeStatement.Branch> branches = new ArrayList<>();
    do {
      position++;
      EmbeddedSql condition = until("then");
      position++;
      branches.add(
          new CodeStatement.Branch(condition, statements("elsif", "elseif", "else", "end")));
    } while (isWord("elsif") || isWord("elseif"));
    List<CodeStatement> otherwise = take("else") ? statements("end") : List.of();
    require("end");
    require("if");
    requireEnd();
    return new CodeStatement.If(branches, otherwise);
  }

  private CodeStatement choice() {
    position++;
    Optional<EmbeddedSql> operand = isWord("when") ? Optional.empty() : Optional.of(until("when"));
    List<CodeStatement.Choice> choices = new ArrayList<>();
    while (take("when")) {
      EmbeddedSql values = until("then");
      position++;
      choices.add(new CodeStatement.Choice(values, statements("when", "else", "end")));
    }
    if (choices.isEmpty()) {
      throw wrong();
    }
    Optional<List<CodeStatement>> otherwise =
        take("else") ? Optional.of(statements("end")) : Optional.empty();
    require("end");
    require("case");
    requireEnd();
    return new CodeStatement.Case(operand, choices, otherwise);
  }

  private CodeStatement jump() {
    boolean exits = isWord("exit");
    position++;
    Optional<String> label = Optional.empty();
    if (!at(0).isSymbol(";") && !isWord("when")) {
      label = Optional.of(name());
    }
    Optional<EmbeddedSql> condition = take("when") ? Optional.of(until(";")) : Optional.empty();
    requireEnd();
    return new CodeStatement.Jump(exits, label, condition);
  }

  private List<CodeStatement> loopBody() {
    require("loop");
    List<CodeStatement> statements = statements("end");
    require("end");
    require("loop");
    if (!at(0).isSymbol(";")) {
      name();
    }
    requireEnd();
    return statements;
  }

  private CodeStatement loop(Optional<String> label) {
    if (isWord("loop")) {
      return new CodeStatement.Loop(label, Optional.empty(), loopBody());
    }
    if (take("while")) {
      EmbeddedSql condition = until("loop");
      return new CodeStatement.Loop(label, Optional.of(condition), loopBody());
    }
    if (take("foreach")) {
      String variable = name();
      if (isWord("slice")) {
        throw unsupported();
      }
      require("in");
      require("array");
      EmbeddedSql array = until("loop");
      return new CodeStatement.ElementLoop(label, variable, array, loopBody());
    }
    require("for");
    CodeStatement.Target target = target();
    require("in");
    int start = position;
    boolean reverse = take("reverse");
    if (reverse || isRange()) {
      EmbeddedSql from = until("..");
      position++;
      EmbeddedSql to = until("loop", "by");
      Optional<EmbeddedSql> by = take("by") ? Optional.of(until("loop")) : Optional.empty();
      return new CodeStatement.NumberLoop(
          label, target.names().getFirst(), reverse, from, to, by, loopBody());
    }
    position = start;
    CodeStatement query =
        isWord("execute")
            ? dynamic("loop")
            : new CodeStatement.Sql(until("loop"), Optional.empty(), false, true);
    return new CodeStatement.RowLoop(label, target, query, loopBody());
  }

  private boolean isRange() {
    int start = position;
    skipTo("..", "loop");
    boolean range = at(0).isSymbol("..");
    position = start;
    return range;
  }

  private CodeStatement.Target target() {
    List<String> names = new ArrayList<>();
    do {
      names.add(path());
    } while (takeSymbol(","));
    return new CodeStatement.Target(names);
  }

  private CodeStatement.Dynamic dynamic(String end) {
    require("execute");
    EmbeddedSql text = until("into", "using", end);
    Optional<CodeStatement.Target> into = Optional.empty();
    boolean strict = false;
    List<EmbeddedSql> using = new ArrayList<>();
    while (isWord("into") || isWord("using")) {
      if (take("into")) {
        strict = take("strict");
        into = Optional.of(target());
      } else {
        do {
          position++;
          using.add(until(",", "into", end));
        } while (at(0).isSymbol(","));
      }
    }
    return new CodeStatement.Dynamic(text, into, strict, using);
  }

  private CodeStatement perform() {
    position++;
    EmbeddedSql query = until(";", "into");
    requireEnd();
    return new CodeStatement.Sql(query.asQuery(), Optional.empty(), false, true);
  }

  private CodeStatement sql() {
    if (!at(0).isSymbol("(") && !VERBS.contains(at(0).value())) {
      throw unsupported();
    }
    int first = position;
    Optional<CodeStatement.Target> into = Optional.empty();
    boolean strict = false;
    String text = "";
    while (true) {
      skipTo(";", "into", "atomic");
      if (isWord("atomic")) {
        throw unsupported();
      }
      if (at(0).isSymbol(";")) {
        text += body.substring(tokens.get(first).start(), tokens.get(position - 1).end());
        break;
      }
      if (at(-1).isWord("insert") || at(-1).isWord("merge") || into.isPresent()) {
        position++;
        continue;
      }
      text += body.substring(tokens.get(first).start(), at(0).start());
      position++;
      strict = take("strict");
      into = Optional.of(target());
      first = position;
      if (at(0).isSymbol(";")) {
        break;
      }
    }
    requireEnd();
    return new CodeStatement.Sql(EmbeddedSql.of(text), into, strict, false);
  }

  private CodeStatement raise() {
    int line = line();
    position++;
    if (takeSymbol(";")) {
      return new CodeStatement.Raise("", List.of(), List.of(), line);
    }
    StringBuilder head = new StringBuilder();
    if (at(0).kind() == Token.Kind.WORD && LEVELS.contains(at(0).value())) {
      head.append(at(0).text()).append(' ');
      position++;
    }
    List<EmbeddedSql> values = new ArrayList<>();
    if (at(0).kind() == Token.Kind.STRING) {
      head.append(at(0).text());
      position++;
      while (takeSymbol(",")) {
        values.add(until(",", "using", ";"));
      }
    } else if (!isWord("using")) {
      head.append(until("using", ";").text());
    }
    List<CodeStatement.Option> options = new ArrayList<>();
    if (take("using")) {
      do {
        if (at(0).kind() != Token.Kind.WORD) {
          throw unsupported();
        }
        String name = name();
        if (!takeSymbol("=") && !takeSymbol(":=")) {
          throw wrong();
        }
        options.add(new CodeStatement.Option(name, until(",", ";")));
      } while (takeSymbol(","));
    }
    requireEnd();
    return new CodeStatement.Raise(head.toString(), values, options, line);
  }

  private CodeStatement diagnostics() {
    position++;
    boolean stacked = take("stacked");
    if (!stacked) {
      take("current");
    }
    require("diagnostics");
    List<String> variables = new ArrayList<>();
    List<String> items = new ArrayList<>();
    do {
      variables.add(path());
      if (!takeSymbol("=") && !takeSymbol(":=")) {
        throw wrong();
      }
      items.add(name());
    } while (takeSymbol(","));
    requireEnd();
    return new CodeStatement.Diagnostics(stacked, variables, items);
  }
}
