package io.argosy.coordinator.statement.procedural;

import io.argosy.sql.lexer.Token;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where a statement names variables. PostgreSQL takes a name for a variable where an operand of an
 * expression can be, unless a column has the name, too. Here the places of operands are known by
 * the words before them, and where that is not certain the statement is refused.
 */
final class Operands {
  /** Words before an operand. */
  private static final Set<String> BEFORE =
      Set.of(
          "select",
          "distinct",
          "where",
          "and",
          "or",
          "not",
          "having",
          "on",
          "when",
          "then",
          "else",
          "case",
          "between",
          "like",
          "ilike",
          "in",
          "limit",
          "offset",
          "returning",
          "zone",
          "symmetric",
          "any",
          "some",
          "all",
          "to",
          "similar",
          "escape");

  /** Words that begin a clause in which names are those of tables. */
  private static final Set<String> TABLES =
      Set.of("from", "join", "using", "update", "into", "only");

  /** Words that begin a query in brackets. */
  private static final Set<String> QUERIES =
      Set.of("select", "with", "values", "table", "insert", "update", "delete", "merge");

  /** Words before a table, or a list of tables in brackets. */
  private static final Set<String> BEFORE_TABLE =
      Set.of("from", "join", "lateral", "only", "using", "tablesample");

  private static final Set<String> BEFORE_COLUMN = Set.of("select", "distinct", "all", "returning");

  private static final Set<String> BEHIND_COLUMN =
      Set.of(
          "from",
          "where",
          "group",
          "having",
          "window",
          "order",
          "limit",
          "offset",
          "fetch",
          "for",
          "union",
          "intersect",
          "except",
          "on");

  /** What WITH begins no list of queries before. */
  private static final Set<String> AFTER_WITH = Set.of("time", "ordinality", "ties");

  /** What a name in a place means. */
  private enum Clause {
    EXPRESSION,
    TABLES,
    ASSIGNED,
    NAMES,
    ORDER
  }

  /** A query, or what stands in brackets. */
  private static final class Level {
    private final boolean query;
    private Clause clause;

    /** Whether columns are listed. */
    private boolean lists;

    Level(boolean query, Clause clause) {
      this.query = query;
      this.clause = clause;
    }
  }

  /**
   * A place of a variable.
   *
   * @param index of its first token
   * @param end after its last one
   * @param field that is named behind it, for a record
   * @param column whether it is a column of a query, which has its name then
   */
  record Use(int index, int end, String variable, Optional<String> field, boolean column) {
    /** One for each value. */
    String name() {
      return field.map(name -> variable + "." + name).orElse(variable);
    }
  }

  private final List<Token> tokens;
  private final Scope scope;
  private final boolean named;
  private final List<Use> uses = new ArrayList<>();
  private final Set<String> otherwise = new HashSet<>();
  private final Deque<Level> levels = new ArrayDeque<>();

  /** How deep in brackets SET has its list; 0 for nowhere. */
  private int assigns;

  private Operands(List<Token> tokens, Scope scope, boolean named) {
    this.tokens = tokens;
    this.scope = scope;
    this.named = named;
  }

  /**
   * The variables in a statement that reads or changes rows.
   *
   * @param named whether the names of its columns count
   * @throws UnsupportedCodeException where a name could be a variable's, or another's
   */
  static List<Use> of(List<Token> tokens, Scope scope, boolean named) {
    Operands operands = new Operands(tokens, scope, named);
    operands.levels.push(new Level(true, Clause.EXPRESSION));
    for (int i = 0; i < tokens.size(); i++) {
      i = operands.take(i);
    }
    for (Use use : operands.uses) {
      if (operands.otherwise.contains(use.variable())) {
        throw new UnsupportedCodeException(
            "the name \"" + use.variable() + "\", which is a variable's and another's");
      }
    }
    return List.copyOf(operands.uses);
  }

  private Token at(int index) {
    return index >= 0 && index < tokens.size()
        ? tokens.get(index)
        : new Token(Token.Kind.PUNCTUATION, 0, 0, "", "");
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_IDENTIFIER;
  }

  /** Looks at a token; gives the last one that has been looked at. */
  private int take(int index) {
    Token token = at(index);
    if (token.opensBracket()) {
      levels.push(inside(index));
    } else if (token.closesBracket()) {
      if (levels.size() > 1) {
        levels.pop();
      }
    } else if (token.isSymbol("=") && levels.peek().clause == Clause.ASSIGNED) {
      levels.peek().clause = Clause.EXPRESSION;
      assigns = levels.size();
    } else if (token.isSymbol(",") && levels.size() == assigns) {
      levels.peek().clause = Clause.ASSIGNED;
    } else if (isName(token)) {
      return name(index, token);
    }
    return index;
  }

  private Level inside(int index) {
    Token next = at(index + 1);
    if (next.kind() == Token.Kind.WORD && QUERIES.contains(next.value())) {
      return new Level(true, Clause.EXPRESSION);
    }
    Level level = levels.peek();
    Token before = at(index - 1);
    Token earlier = at(index - 2);
    if (level.clause == Clause.TABLES && !before.isWord("using")) {
      if (!isName(before) || BEFORE_TABLE.contains(before.value())) {
        return new Level(true, Clause.TABLES);
      }
      boolean inserted = earlier.isWord("into") || at(index - 4).isWord("into");
      boolean alias = isName(earlier) && !BEFORE_TABLE.contains(earlier.value());
      boolean names = inserted || alias || earlier.isSymbol(")");
      return new Level(false, names ? Clause.NAMES : Clause.EXPRESSION);
    }
    if (before.isWord("using") || before.isWord("insert")) {
      return new Level(false, Clause.NAMES);
    }
    boolean element = level.clause == Clause.ASSIGNED && at(index).isSymbol("[");
    boolean window = level.clause == Clause.NAMES && level.query;
    if (before.isWord("conflict") || before.isWord("over") || element || window) {
      return new Level(false, Clause.ORDER);
    }
    return new Level(false, level.clause);
  }

  private int name(int index, Token token) {
    Level level = levels.peek();
    boolean word = token.kind() == Token.Kind.WORD;
    boolean follows = at(index - 1).isSymbol(".");
    if (word && !follows && level.query && clause(index, token.value())) {
      return index;
    }
    boolean part = at(index - 1).isSymbol("(") && at(index - 2).isWord("extract");
    if (!follows && at(index + 1).isSymbol(".") && scope.hasLabel(token.value())) {
      throw unclear(token);
    }
    if (part || !scope.has(token.value())) {
      return index;
    }
    Token next = at(index + 1);
    boolean qualifies = next.isSymbol(".");
    boolean named = next.isSymbol("=>") || next.isSymbol(":=");
    if (follows || named || next.isSymbol("(") || at(index - 1).isSymbol("::")) {
      if (!follows) {
        otherwise.add(token.value());
      }
      return index;
    }
    boolean row = scope.find(token.value()).orElseThrow().isRow();
    boolean alias = level.clause == Clause.EXPRESSION && at(index - 1).isWord("as");
    if (alias || level.clause != Clause.EXPRESSION && level.clause != Clause.ORDER) {
      otherwise.add(token.value());
      return index;
    }
    // A name before a string is that of the string's type.
    boolean isType = next.kind() == Token.Kind.STRING;
    boolean clear = level.clause == Clause.EXPRESSION && isOperand(index);
    if (!clear || row != qualifies || row && !isName(at(index + 2)) || isType) {
      throw unclear(token);
    }
    int end = row ? index + 3 : index + 1;
    Optional<String> field = row ? Optional.of(at(index + 2).value()) : Optional.empty();
    uses.add(new Use(index, end, token.value(), field, isColumn(index, end, token)));
    return end - 1;
  }

  /** Whether an operand is a column of a query, and nothing but that. */
  private boolean isColumn(int index, int end, Token token) {
    Token before = at(index - 1);
    boolean starts =
        levels.peek().query
            && levels.peek().lists
            && (before.isSymbol(",") || BEFORE_COLUMN.contains(before.value()));
    if (!starts) {
      return false;
    }
    Token next = at(end);
    boolean nested = levels.size() > 1;
    if ((named || nested) && (next.isSymbol("::") || next.isSymbol("["))) {
      throw unclear(token);
    }
    return (named || nested)
        && (next.text().isEmpty()
            || next.isSymbol(",")
            || next.isSymbol(")")
            || BEHIND_COLUMN.contains(next.value()));
  }

  private static UnsupportedCodeException unclear(Token token) {
    return new UnsupportedCodeException("the name \"" + token.value() + "\" in a statement");
  }

  /** What comes before an operand: an operator, a bracket, a comma, or one of some words. */
  private boolean isOperand(int index) {
    Token before = at(index - 1);
    return switch (before.kind()) {
      case OPERATOR -> true;
      case PUNCTUATION ->
          before.isSymbol("(")
              || before.isSymbol(",")
              || before.isSymbol("[")
              || before.isSymbol(":")
              || before.isSymbol("=>")
              || before.isSymbol(":=");
      case WORD ->
          BEFORE.contains(before.value())
              || before.isWord("from") && at(index - 2).isWord("distinct");
      default -> false;
    };
  }

  /** Whether a word begins a clause of the query. */
  private boolean clause(int index, String word) {
    Level level = levels.peek();
    boolean distinct = at(index - 1).isWord("distinct");
    if (TABLES.contains(word) && !distinct) {
      level.clause = Clause.TABLES;
    } else if (word.equals("set")) {
      level.clause = Clause.ASSIGNED;
    } else if (word.equals("order") || word.equals("group") || word.equals("partition")) {
      level.clause = Clause.ORDER;
    } else if (word.equals("with") && !AFTER_WITH.contains(at(index + 1).value())
        || word.equals("window")
        || word.equals("for")) {
      level.clause = Clause.NAMES;
    } else if (word.equals("select")
        || word.equals("where")
        || word.equals("having")
        || word.equals("values")
        || word.equals("returning")
        || word.equals("limit")
        || word.equals("offset")
        || word.equals("when")
        || word.equals("on") && (level.clause == Clause.TABLES || level.clause == Clause.NAMES)) {
      level.clause = Clause.EXPRESSION;
    } else {
      return false;
    }
    if (levels.size() == assigns) {
      assigns = 0;
    }
    level.lists = word.equals("select") || word.equals("returning");
    return true;
  }
}
