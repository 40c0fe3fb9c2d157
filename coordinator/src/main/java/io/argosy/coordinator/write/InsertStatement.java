package io.argosy.coordinator.write;

import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.execute.gather.RelationRenamer;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * An INSERT in PostgreSQL's canonical text, taken apart:
 *
 * <pre>
 * [ WITH .. ] INSERT INTO schema.table [ AS alias ] [ (columns) ]
 *   [ OVERRIDING SYSTEM|USER VALUE ] source [ ON CONFLICT .. ] [ RETURNING .. ]
 * </pre>
 *
 * @param text the whole
 * @param tokens those of the text
 * @param with the text before INSERT, or empty
 * @param target the table with its alias
 * @param columns the columns that are given values, or none; one of which only parts are may be
 *     there twice
 * @param assignsParts whether elements or fields of columns are given values
 * @param columnList the same as SQL with parentheses, or empty
 * @param overridesUserValues whether the values of identity columns are ignored
 * @param sourceStart the index of the source's first token
 * @param sourceEnd the index after its last token
 * @param tail ON CONFLICT and RETURNING, or empty
 */
record InsertStatement(
    String text,
    List<Token> tokens,
    String with,
    String target,
    List<String> columns,
    boolean assignsParts,
    String columnList,
    boolean overridesUserValues,
    int sourceStart,
    int sourceEnd,
    String tail) {

  static InsertStatement parse(String canonical) {
    return new Parser(canonical).statement();
  }

  /** The source as SQL. */
  String source() {
    return text(sourceStart, sourceEnd);
  }

  /** A part of the text by the indexes of its tokens. */
  String text(int from, int to) {
    return text.substring(tokens.get(from).start(), tokens.get(to - 1).end());
  }

  /** Whether the source, or WITH, reads a relation. */
  boolean sourceReads(RelationFact relation) {
    RelationRenamer.Name name = new RelationRenamer.Name(relation.schema(), relation.name());
    return RelationRenamer.mentions(source(), name) || RelationRenamer.mentions(with, name);
  }

  /** Whether the source means something only in an INSERT: a query cannot say DEFAULT. */
  boolean needsInsert() {
    return assignsParts
        || tokens.get(sourceStart).isWord("values")
            && tokens.subList(sourceStart, sourceEnd).stream()
                .anyMatch(token -> token.isWord("default"));
  }

  /** The columns that are given values, at least. */
  List<String> listed(TableFact target) {
    boolean all = columns.isEmpty() && !tokens.get(sourceStart).isWord("default");
    return all ? target.writableColumns() : columns;
  }

  /** The text up to the source. */
  String head() {
    return text.substring(0, tokens.get(sourceStart).start());
  }

  /** How the target's columns are qualified. */
  String alias() {
    List<Token> names = SqlLexer.tokens(target);
    return names.getLast().text();
  }

  /** The names of the queries in WITH. */
  List<String> namesOfWith() {
    List<String> names = new ArrayList<>();
    List<Token> before = SqlLexer.tokens(with);
    int start = Brackets.find(before, 0, "with");
    while (start + 1 < before.size()) {
      int name = before.get(start + 1).isWord("recursive") ? start + 2 : start + 1;
      names.add(before.get(name).value());
      start = Brackets.find(before, name, i -> before.get(i).isSymbol(","));
    }
    return names;
  }

  private static final class Parser {
    private final String text;
    private final List<Token> tokens;

    Parser(String text) {
      this.text = text;
      this.tokens = SqlLexer.tokens(text);
    }

    InsertStatement statement() {
      int insert = Brackets.find(tokens, 0, "insert");
      if (insert == tokens.size()) {
        throw new IllegalArgumentException("not an INSERT: " + text);
      }
      int target = insert + 2;
      int next = target + 1;
      while (tokens.get(next).isSymbol(".")) {
        next += 2;
      }
      if (tokens.get(next).isWord("as")) {
        next += 2;
      }
      int targetEnd = next;
      List<String> columns = new ArrayList<>();
      boolean assignsParts = false;
      // A source in parentheses starts with a word that no column is called without quotes.
      if (tokens.get(next).isSymbol("(") && !startsQuery(tokens.get(next + 1))) {
        int close = Brackets.closing(tokens, next);
        for (List<Token> column : Brackets.items(tokens.subList(next + 1, close))) {
          columns.add(column.getFirst().value());
        }
        assignsParts =
            tokens.subList(next, close).stream()
                .anyMatch(token -> token.isSymbol("[") || token.isSymbol("."));
        next = close + 1;
      }
      int listEnd = next;
      boolean overridesUserValues = false;
      if (tokens.get(next).isWord("overriding")) {
        overridesUserValues = tokens.get(next + 1).isWord("user");
        next += 3;
      }
      int tail = tail(next);
      return new InsertStatement(
          text,
          tokens,
          insert == 0 ? "" : slice(0, insert) + " ",
          slice(target, targetEnd),
          List.copyOf(columns),
          assignsParts,
          listEnd == targetEnd ? "" : slice(targetEnd, listEnd),
          overridesUserValues,
          next,
          tail,
          tail == tokens.size() ? "" : slice(tail, tokens.size()));
    }

    private static boolean startsQuery(Token token) {
      return token.isWord("select")
          || token.isWord("values")
          || token.isWord("with")
          || token.isWord("table")
          || token.isSymbol("(");
    }

    private String slice(int from, int to) {
      return text.substring(tokens.get(from).start(), tokens.get(to - 1).end());
    }

    /** Where ON CONFLICT or RETURNING starts, or the end. */
    private int tail(int from) {
      return Brackets.find(
          tokens,
          from,
          i ->
              tokens.get(i).isWord("returning")
                  || tokens.get(i).isWord("on")
                      && i + 1 < tokens.size()
                      && tokens.get(i + 1).isWord("conflict"));
    }
  }
}
