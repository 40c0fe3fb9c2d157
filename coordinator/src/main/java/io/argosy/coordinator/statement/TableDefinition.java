package io.argosy.coordinator.statement;

import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.stream.IntStream;

/**
 * CREATE TABLE .. AS, CREATE MATERIALIZED VIEW and SELECT .. INTO, taken apart.
 *
 * @param head SQL up to and with AS
 * @param name the new relation's name as SQL
 * @param query what gives its rows
 * @param queryStart where the query starts in the statement; 0 for SELECT INTO
 * @param temporary whether it lives in the session's backend
 * @param materializedView whether it is one
 * @param withData whether the rows are wanted
 */
public record TableDefinition(
    String head,
    String name,
    String query,
    int queryStart,
    boolean temporary,
    boolean materializedView,
    boolean withData) {

  public static TableDefinition of(SqlStatement statement) {
    return statement.word(0).equals("create") ? created(statement) : selectedInto(statement);
  }

  /** A column may be called data, too. */
  public static boolean endsWith(List<Token> tokens, String... words) {
    int start = tokens.size() - words.length;
    return start >= 0
        && IntStream.range(0, words.length)
            .allMatch(index -> tokens.get(start + index).isWord(words[index]));
  }

  private static TableDefinition created(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    int kind = 1;
    while (!tokens.get(kind).isWord("table") && !tokens.get(kind).isWord("view")) {
      kind++;
    }
    boolean ifNotExists = tokens.get(kind + 1).isWord("if");
    int name = kind + (ifNotExists ? 4 : 1);
    int as = Brackets.find(tokens, name, "as");
    int end = tokens.size();
    boolean withData = !endsWith(tokens, "with", "no", "data");
    if (!withData) {
      end -= 3;
    } else if (endsWith(tokens, "with", "data")) {
      end -= 2;
    }
    if (as + 1 >= end) {
      throw new PostgresException("42601", "syntax error at end of input");
    }
    String sql = statement.sql();
    int queryStart = tokens.get(as + 1).start();
    return new TableDefinition(
        sql.substring(0, tokens.get(as).end()),
        name(sql, tokens, name),
        sql.substring(queryStart, tokens.get(end - 1).end()),
        queryStart,
        isTemporary(tokens.subList(1, kind)) || isOfTemporarySchema(tokens, name),
        tokens.get(kind).isWord("view"),
        withData);
  }

  private static TableDefinition selectedInto(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    String sql = statement.sql();
    int into = Brackets.find(tokens, 0, "into");
    int name = into + 1;
    while (name + 1 < tokens.size() && isModifier(tokens.get(name))) {
      name++;
    }
    String table = name(sql, tokens, name);
    List<Token> modifiers = tokens.subList(into + 1, name);
    boolean temporary = isTemporary(modifiers) || isOfTemporarySchema(tokens, name);
    boolean unlogged = modifiers.stream().anyMatch(token -> token.isWord("unlogged"));
    int nameEnd = tokens.get(name).start() + table.length();
    return new TableDefinition(
        "CREATE "
            + (temporary ? "TEMPORARY " : unlogged ? "UNLOGGED " : "")
            + "TABLE "
            + table
            + " AS",
        table,
        sql.substring(0, tokens.get(into).start()) + sql.substring(nameEnd),
        0,
        temporary,
        false,
        true);
  }

  private static boolean isOfTemporarySchema(List<Token> tokens, int name) {
    return SqlStatement.isTemporarySchema(tokens.get(name).value())
        && name + 1 < tokens.size()
        && tokens.get(name + 1).isSymbol(".");
  }

  private static boolean isModifier(Token token) {
    return token.isWord("temporary")
        || token.isWord("temp")
        || token.isWord("unlogged")
        || token.isWord("table")
        || token.isWord("local");
  }

  private static boolean isTemporary(List<Token> modifiers) {
    return modifiers.stream().anyMatch(t -> t.isWord("temp") || t.isWord("temporary"));
  }

  /** A name, which may be qualified, as it is written from a token on. */
  public static String name(String sql, List<Token> tokens, int first) {
    int last = first;
    while (last + 2 < tokens.size() && tokens.get(last + 1).isSymbol(".")) {
      last += 2;
    }
    return sql.substring(tokens.get(first).start(), tokens.get(last).end());
  }
}
