package io.argosy.coordinator.write;

import io.argosy.coordinator.metadata.TableFact;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What stands behind the source of an INSERT, in PostgreSQL's canonical text:
 *
 * <pre>
 * [ ON CONFLICT [ target ] DO NOTHING | DO UPDATE SET assignments [ WHERE condition ] ]
 * [ RETURNING [ WITH (..) ] list ]
 * </pre>
 *
 * @param conflict up to DO, or empty
 * @param assignments of DO UPDATE, in order
 * @param condition of DO UPDATE as SQL, or empty
 * @param returning from RETURNING on, or empty
 */
record InsertTail(
    String conflict, List<Assignment> assignments, String condition, String returning) {

  /**
   * @param columns the columns that are assigned to
   * @param target what stands before the sign, which may be an element of a column
   */
  record Assignment(List<String> columns, String target, String value) {
    /** Whether a column is given the value of the row that was to be inserted. */
    boolean takesExcluded() {
      List<Token> tokens = SqlLexer.tokens(value);
      return columns.size() == 1
          && tokens.size() == 3
          && tokens.getFirst().isWord("excluded")
          && tokens.getLast().value().equals(columns.getFirst())
          && SqlLexer.tokens(target).size() == 1;
    }

    Assignment withDefault(TableFact table) {
      if (!value.equals("DEFAULT")) {
        return this;
      }
      TableFact.Column column = table.column(columns.getFirst());
      return column.generated() || column.defaultExpression() == null
          ? this
          : new Assignment(columns, target, column.defaultExpression());
    }

    @Override
    public String toString() {
      return target + " = " + value;
    }
  }

  /** Reads it. */
  static InsertTail parse(String tail) {
    Parser parser = new Parser(tail, SqlLexer.tokens(tail));
    int returning = parser.find(0, "returning");
    int action = parser.find(0, "do");
    boolean updates = action + 1 < returning && parser.tokens.get(action + 1).isWord("update");
    int condition = updates ? parser.find(action, "where") : returning;
    return new InsertTail(
        parser.text(0, Math.min(action, returning)),
        updates ? parser.assignments(action + 3, Math.min(condition, returning)) : List.of(),
        parser.text(condition + 1, returning),
        parser.text(returning, parser.tokens.size()));
  }

  /** ON CONFLICT with what it does, or empty. */
  String onConflict() {
    if (conflict.isEmpty()) {
      return "";
    }
    return conflict
        + (assignments.isEmpty() ? " DO NOTHING" : " DO UPDATE SET " + assigned())
        + (condition.isEmpty() ? "" : " WHERE " + condition);
  }

  /** The whole as SQL. */
  String text() {
    return (onConflict() + " " + returning).strip();
  }

  /** WITH behind RETURNING, with a blank, or empty. */
  String returningOptions() {
    List<Token> tokens = SqlLexer.tokens(returning);
    int list = startOfList(tokens);
    return list == 1
        ? ""
        : returning.substring(tokens.get(1).start(), tokens.get(list - 1).end()) + " ";
  }

  /** What RETURNING gives. */
  String returnedList() {
    List<Token> tokens = SqlLexer.tokens(returning);
    return returning.substring(tokens.get(startOfList(tokens)).start());
  }

  private static int startOfList(List<Token> tokens) {
    boolean options = tokens.get(1).isWord("with") && tokens.get(2).isSymbol("(");
    return options ? Brackets.closing(tokens, 2) + 1 : 1;
  }

  /** The assignments as SQL. */
  String assigned() {
    return assignments.stream().map(Assignment::toString).collect(Collectors.joining(", "));
  }

  /** Whether a column may be given another value than that of the row in conflict. */
  boolean changes(String column) {
    return assignments.stream()
        .filter(assignment -> assignment.columns().contains(column))
        .anyMatch(assignment -> !assignment.takesExcluded());
  }

  /** The same with what a column's DEFAULT stands for. */
  InsertTail withDefaults(TableFact table) {
    return new InsertTail(
        conflict,
        assignments.stream().map(assignment -> assignment.withDefault(table)).toList(),
        condition,
        returning);
  }

  private static final class Parser {
    private final String text;
    private final List<Token> tokens;

    Parser(String text, List<Token> tokens) {
      this.text = text;
      this.tokens = tokens;
    }

    String text(int from, int to) {
      return from >= to ? "" : text(tokens.subList(from, to));
    }

    private String text(List<Token> part) {
      return text.substring(part.getFirst().start(), part.getLast().end());
    }

    /** Where a word stands outside of parentheses, or the end. */
    int find(int from, String word) {
      return Brackets.find(tokens, from, word);
    }

    List<Assignment> assignments(int from, int to) {
      return Brackets.items(tokens.subList(from, to)).stream().map(this::assignment).toList();
    }

    private Assignment assignment(List<Token> item) {
      int equals = Brackets.find(item, 0, i -> item.get(i).isSymbol("="));
      boolean several = item.getFirst().isSymbol("(");
      List<List<Token>> columns =
          several ? Brackets.items(item.subList(1, equals - 1)) : List.of(item);
      return new Assignment(
          columns.stream().map(column -> column.getFirst().value()).toList(),
          text(item.subList(0, equals)),
          text(item.subList(equals + 1, item.size())));
    }
  }
}
