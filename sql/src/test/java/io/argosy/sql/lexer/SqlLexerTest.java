package io.argosy.sql.lexer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlLexerTest {
  private static List<String> texts(String sql) {
    return SqlLexer.tokens(sql).stream().map(Token::text).toList();
  }

  @Test
  void leavesOutNestedCommentsAndBlanks() {
    assertThat(texts("a /* x /* y */ z */ b -- c ' \n d")).containsExactly("a", "b", "d");
  }

  @Test
  void readsStringsInAllForms() {
    List<Token> tokens =
        SqlLexer.tokens("'it''s' E'a\\n\\'b' $$x'y$$ $t$a$$b$t$ U&'\\0041!' U&'!0041' UESCAPE '!'");
    assertThat(tokens)
        .extracting(Token::value)
        .containsExactly("it's", "a\n'b", "x'y", "a$$b", "A!", "A");
    assertThat(tokens).extracting(Token::kind).containsOnly(Token.Kind.STRING);
  }

  @Test
  void joinsStringsOverALineBreakOnly() {
    assertThat(SqlLexer.tokens("'a'\n 'b'")).extracting(Token::value).containsExactly("ab");
    assertThat(SqlLexer.tokens("'a' 'b'")).hasSize(2);
  }

  @Test
  void foldsWordsAndKeepsQuotedIdentifiers() {
    assertThat(SqlLexer.tokens("Foo \"Bar\"\"x\" U&\"d\\0061t\" a$1"))
        .extracting(Token::value)
        .containsExactly("foo", "Bar\"x", "dat", "a$1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "a<-1;a|<|-|1",
        "a<=-1;a|<=|-|1",
        "a@-1;a|@-|1",
        "a->>'b';a|->>|'b'",
        "x::int[];x|::|int|[|]",
        "1.5e-3+.5;1.5e-3|+|.5",
        "1..2;1|..|2",
        "$1+$23;$1|+|$23",
        "a--b;a",
        "f(a=>1);f|(|a|=>|1|)",
        "0x1F 1_000;0x1F|1_000",
        "a*/*c*/b;a|*|b",
        "arr[1:2];arr|[|1|:|2|]",
      })
  void splitsOperatorsAndNumbersAsPostgresDoes(String sql, String expected) {
    assertThat(texts(sql)).containsExactly(expected.split("\\|(?!\\|)"));
  }

  @Test
  void givesOffsets() {
    assertThat(SqlLexer.tokens(" ab  cd")).extracting(Token::start).containsExactly(1, 5);
    assertThat(SqlLexer.tokens(" ab  cd")).extracting(Token::end).containsExactly(3, 7);
  }

  @Test
  void anUnterminatedStringReachesToTheEnd() {
    assertThat(texts("select 'abc")).containsExactly("select", "'abc");
    assertThat(texts("select $a$abc")).containsExactly("select", "$a$abc");
  }
}
