package io.argosy.sql.parse;

import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.checkerframework.checker.nullness.qual.Nullable;

/** Makes trees of SELECTs that have columns, FROM and WHERE, and nothing else. */
public final class PlainSelect {
  private PlainSelect() {}

  /**
   * SELECT columns.
   *
   * @param from null for none
   * @param where null for none
   */
  public static SqlSelect of(SqlNodeList columns, @Nullable SqlNode from, @Nullable SqlNode where) {
    return select(new SqlNodeList(SqlParserPos.ZERO), columns, from, where);
  }

  /** So many rows of a table, no matter which. */
  public static SqlSelect first(long rows, SqlNodeList columns, SqlNode from) {
    SqlSelect select = of(columns, from, null);
    select.setFetch(SqlLiteral.createExactNumeric(Long.toString(rows), SqlParserPos.ZERO));
    return select;
  }

  /** SELECT DISTINCT columns, otherwise as {@link #of}. */
  public static SqlSelect distinct(
      SqlNodeList columns, @Nullable SqlNode from, @Nullable SqlNode where) {
    SqlLiteral distinct = SqlLiteral.createSymbol(SqlSelectKeyword.DISTINCT, SqlParserPos.ZERO);
    return select(SqlNodeList.of(distinct), columns, from, where);
  }

  private static SqlSelect select(
      SqlNodeList keywords, SqlNodeList columns, @Nullable SqlNode from, @Nullable SqlNode where) {
    return new SqlSelect(
        SqlParserPos.ZERO,
        keywords,
        columns,
        from,
        where,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
