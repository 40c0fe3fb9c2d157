package io.argosy.planner.parse;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.apache.calcite.sql.validate.SqlConformanceEnum;

/**
 * A query, UPDATE or DELETE as a tree. Whether the tree means what the text means to PostgreSQL is
 * not known here: PostgreSQL must compare the original with {@link #unparsed}.
 */
public final class ParsedStatement {
  private static final SqlParser.Config CONFIG =
      SqlParser.config()
          .withParserFactory(SqlBabelParserImpl.FACTORY)
          .withConformance(SqlConformanceEnum.BABEL)
          .withQuoting(Quoting.DOUBLE_QUOTE)
          .withUnquotedCasing(Casing.TO_LOWER)
          .withQuotedCasing(Casing.UNCHANGED)
          .withCaseSensitive(true)
          .withIdentifierMaxLength(256);

  private final SqlNode tree;
  private final Optional<Modification> modification;
  private final PostgresDialect dialect;

  private ParsedStatement(
      SqlNode tree, Optional<Modification> modification, PostgresDialect dialect) {
    this.tree = tree;
    this.modification = modification;
    this.dialect = dialect;
  }

  /**
   * Reads a statement.
   *
   * @return empty for what is no query, UPDATE or DELETE and for what cannot be read
   */
  public static Optional<ParsedStatement> parse(String sql) {
    List<Token> tokens = SqlLexer.tokens(sql);
    SyntaxTable table = new SyntaxTable();
    try {
      TokenList list = new TokenList(withoutSemicolon(tokens));
      QueryBridge bridge = new QueryBridge(list, table);
      Optional<ModificationBridge.Bridged> modification = Optional.empty();
      if (ModificationBridge.starts(list)) {
        modification = Optional.of(new ModificationBridge(list, bridge).bridge());
      } else if (!bridge.startsQuery(0)) {
        return Optional.empty();
      }
      String select =
          modification
              .map(ModificationBridge.Bridged::select)
              .orElseGet(() -> bridge.sequence(0, list.size()));
      String text = table.withQuestionMarks(select);
      SqlNode bridged = SqlParser.create(text, CONFIG).parseQuery();
      SqlNode tree = bridged.accept(new Unbridge(table));
      PostgresDialect dialect = new PostgresDialect(table.materialized());
      return Optional.of(
          new ParsedStatement(
              tree, modification.map(ModificationBridge.Bridged::modification), dialect));
    } catch (SqlParseException | UnreadableException | CalciteException e) {
      return Optional.empty();
    }
  }

  private static List<Token> withoutSemicolon(List<Token> tokens) {
    int end = tokens.size();
    while (end > 0 && tokens.get(end - 1).isSymbol(";")) {
      end--;
    }
    return tokens.subList(0, end);
  }

  /** What makes a modification of the tree; empty for a query. */
  public Optional<Modification> modification() {
    return modification;
  }

  /**
   * The tree, which must not be changed; of an UPDATE or DELETE the tree of the SELECT that gives
   * the rows to be changed.
   */
  public SqlNode tree() {
    return tree;
  }

  /** The tree as SQL text for PostgreSQL. */
  public String unparsed() {
    return modification
        .map(change -> change.text((SqlSelect) tree, dialect))
        .orElseGet(() -> text(tree));
  }

  /** The same statement with a changed tree. */
  public ParsedStatement with(SqlNode changed) {
    return new ParsedStatement(changed, modification, dialect);
  }

  /** An expression as SQL text for PostgreSQL, a query in parentheses. */
  public String expression(SqlNode node) {
    return dialect.expression(node);
  }

  /** Any part of the tree, or a changed copy, as SQL text for PostgreSQL. */
  public String text(SqlNode node) {
    return dialect.text(node);
  }
}
