package io.argosy.sql.lexer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BracketsTest {
  @Test
  void findsTheBracketThatCloses() {
    List<Token> tokens = SqlLexer.tokens("f ( a [ 1 ] , ( b ) ) c");

    assertThat(Brackets.closing(tokens, 1)).isEqualTo(10);
    assertThat(Brackets.closing(tokens, 3)).isEqualTo(5);
  }

  @Test
  void reachesToTheEndWhereNothingCloses() {
    List<Token> tokens = SqlLexer.tokens("f ( a ( b )");

    assertThat(Brackets.closing(tokens, 1)).isEqualTo(tokens.size());
    assertThat(Brackets.find(tokens, 0, "b")).isEqualTo(tokens.size());
  }

  @Test
  void findsTheBracketAround() {
    List<Token> tokens = SqlLexer.tokens("f ( ( a ) , b [ c ] , d ) e");

    assertThat(Brackets.enclosing(tokens, 3)).isEqualTo(2);
    assertThat(Brackets.enclosing(tokens, 8)).isEqualTo(7);
    assertThat(Brackets.enclosing(tokens, 11)).isEqualTo(1);
    assertThat(Brackets.enclosing(tokens, 13)).isNegative();
  }

  @Test
  void findsWordsOutsideOfAllBrackets() {
    List<Token> tokens = SqlLexer.tokens("(x) a[x] f(x, (x)) x");

    assertThat(Brackets.find(tokens, 0, "x")).isEqualTo(tokens.size() - 1);
    assertThat(Brackets.find(tokens, 0, "y")).isEqualTo(tokens.size());
    assertThat(Brackets.find(tokens, tokens.size() + 1, "x")).isEqualTo(tokens.size());
  }

  @Test
  void findsNoWordInQuotes() {
    List<Token> tokens = SqlLexer.tokens("\"into\" 'into' INTO");

    assertThat(Brackets.find(tokens, 0, "into")).isEqualTo(2);
  }

  @Test
  void findsBrackets() {
    List<Token> tokens = SqlLexer.tokens("a (b) c) d");

    assertThat(Brackets.find(tokens, 0, i -> tokens.get(i).opensBracket())).isEqualTo(1);
    assertThat(Brackets.find(tokens, 0, i -> tokens.get(i).closesBracket())).isEqualTo(5);
  }

  @Test
  void passesOverWhatClosesNothing() {
    List<Token> tokens = SqlLexer.tokens("a ) b");

    assertThat(Brackets.find(tokens, 0, "b")).isEqualTo(2);
    assertThat(Brackets.findBefore(tokens, 2, i -> tokens.get(i).isWord("a"))).isNegative();
  }

  @Test
  void findsBackwards() {
    List<Token> tokens = SqlLexer.tokens("x (x) a[x] (x, (x)) b");
    int last = tokens.size() - 1;

    assertThat(Brackets.findBefore(tokens, last, i -> tokens.get(i).isWord("x"))).isZero();
    assertThat(Brackets.findBefore(tokens, 0, i -> true)).isNegative();
    assertThat(Brackets.findBefore(tokens, last, i -> tokens.get(i).isWord("y"))).isNegative();
  }

  @Test
  void splitsListsAtCommasOutsideOfBrackets() {
    assertThat(items("a, f(b, c), ARRAY[1, 2]")).containsExactly("a", "f(b,c)", "ARRAY[1,2]");
    assertThat(items("a")).containsExactly("a");
    assertThat(items("")).isEmpty();
  }

  @Test
  void keepsPartsOfListsThatAreEmpty() {
    assertThat(items(",a,,b,")).containsExactly("", "a", "", "b", "");
    assertThat(items(",")).containsExactly("", "");
  }

  @Test
  void splitsAtWords() {
    List<Token> tokens = SqlLexer.tokens("a AND (b AND c) AND d");

    assertThat(Brackets.split(tokens, token -> token.isWord("and")).stream().map(this::text))
        .containsExactly("a", "(bANDc)", "d");
  }

  private List<String> items(String list) {
    return Brackets.items(SqlLexer.tokens(list)).stream().map(this::text).toList();
  }

  private String text(List<Token> tokens) {
    return tokens.stream().map(Token::text).collect(Collectors.joining());
  }
}
