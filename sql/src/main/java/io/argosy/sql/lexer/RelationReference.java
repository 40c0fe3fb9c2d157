package io.argosy.sql.lexer;

import java.util.List;

/**
 * A place in PostgreSQL's canonical text of a statement where a relation is read or modified, which
 * is written with its schema there. A column, a type or a function that is called alike is none.
 *
 * @param use what is done with it
 * @param outermost whether it is not within parentheses, such as those of WITH
 * @param schema empty where none is written; in a canonical text that is the target of a
 *     modification, a temporary table
 * @param written the relation's name without its schema, as SQL
 * @param start offset of the first name
 * @param end offset after the relation's name
 * @param aliased whether an alias follows
 * @param alias by what name its columns are qualified: the alias, or its own
 * @param columnsNamed whether names for its columns follow that
 */
public record RelationReference(
    Use use,
    boolean outermost,
    String schema,
    String relation,
    String written,
    int start,
    int end,
    boolean aliased,
    String alias,
    boolean columnsNamed) {
  /** What is done with a relation. */
  public enum Use {
    READ,
    INSERT,
    UPDATE,
    DELETE,
    MERGE
  }

  /** All of a text, by offset. */
  public static List<RelationReference> in(String canonical) {
    return new RelationScanner(new TokenList(SqlLexer.tokens(canonical)), false).scan();
  }

  /**
   * All of a text as a user has written it, by offset: also what is read without a schema, be it a
   * common table expression.
   */
  public static List<RelationReference> inWritten(String sql) {
    return new RelationScanner(new TokenList(SqlLexer.tokens(sql)), true).scan();
  }
}
