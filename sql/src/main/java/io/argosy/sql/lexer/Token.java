package io.argosy.sql.lexer;

/**
 * One token of an SQL text.
 *
 * @param kind what it is
 * @param start offset of its first character
 * @param end offset after its last character
 * @param text as it stands in the SQL text
 * @param value what it means: an identifier as PostgreSQL folds it, a string without its quotes and
 *     escapes, a parameter's number; otherwise the text
 */
public record Token(Kind kind, int start, int end, String text, String value) {
  /** PostgreSQL's token classes. */
  public enum Kind {
    /** An identifier or keyword without quotes. */
    WORD,
    QUOTED_IDENTIFIER,
    /** A character string constant in any of its forms. */
    STRING,
    /** A constant {@code B'..'} or {@code X'..'}. */
    BIT_STRING,
    NUMBER,
    PARAMETER,
    OPERATOR,
    /** One of {@code ( ) [ ] , ; : . :: := .. =>}. */
    PUNCTUATION
  }

  /** Whether this is the unquoted word, given in lower case. */
  public boolean isWord(String word) {
    return kind == Kind.WORD && value.equals(word);
  }

  /** Whether this begins what is in parentheses or a subscript. */
  public boolean opensBracket() {
    return isSymbol("(") || isSymbol("[");
  }

  /** Whether this ends what is in parentheses or a subscript. */
  public boolean closesBracket() {
    return isSymbol(")") || isSymbol("]");
  }

  /** Whether this is the verb of a statement that changes rows. */
  public boolean isModifyingVerb() {
    return isWord("insert") || isWord("update") || isWord("delete") || isWord("merge");
  }

  /** Whether this is the punctuation or the operator. */
  public boolean isSymbol(String symbol) {
    return (kind == Kind.PUNCTUATION || kind == Kind.OPERATOR) && text.equals(symbol);
  }
}
