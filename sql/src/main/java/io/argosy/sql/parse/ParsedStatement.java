package io.argosy.sql.parse;

import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import io.argosy.sql.lexer.TokenList;
import io.argosy.sql.lexer.UnreadableException;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
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
  private final OwnNames names;
  private final Optional<IntConsumer> deferred;

  private ParsedStatement(
      SqlNode tree,
      Optional<Modification> modification,
      PostgresDialect dialect,
      OwnNames names,
      Optional<IntConsumer> deferred) {
    this.deferred = deferred;
    this.tree = tree;
    this.modification = modification;
    this.dialect = dialect;
    this.names = names;
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
              tree,
              modification.map(ModificationBridge.Bridged::modification),
              dialect,
              OwnNames.unlike(List.of(sql)),
              Optional.empty()));
    } catch (SqlParseException | UnreadableException | CalciteException e) {
      return Optional.empty();
    } catch (StackOverflowError e) {
      // Nested more deeply than this can follow: PostgreSQL answers it as it stands.
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

  /** Whether its rows come in an order that it asks for. */
  public boolean isOrdered() {
    return tree instanceof SqlOrderBy ordered && !ordered.orderList.isEmpty();
  }

  /** The tree as SQL text for PostgreSQL. */
  public String unparsed() {
    return template().text();
  }

  /** The tree, or a changed one, as SQL for PostgreSQL. */
  public SqlTemplate template() {
    return modification
        .map(change -> change.template((SqlSelect) tree, dialect))
        .orElseGet(() -> template(tree));
  }

  /** The same statement with a changed tree. */
  public ParsedStatement with(SqlNode changed) {
    return new ParsedStatement(changed, modification, dialect, names, deferred);
  }

  /**
   * The same statement, parts of which are written when somebody reads them: for who compares many
   * plans, of which one is taken. The trees must not change until then.
   *
   * @param written is told how many characters each part has that is written
   */
  public ParsedStatement deferred(IntConsumer written) {
    return new ParsedStatement(tree, modification, dialect, names, Optional.of(written));
  }

  /**
   * The same UPDATE or DELETE, which returns more columns behind its own.
   *
   * @param columns of its tables
   */
  public ParsedStatement returning(List<SqlNode> columns) {
    SqlSelect rows = (SqlSelect) tree.clone(SqlParserPos.ZERO);
    List<SqlNode> list = new ArrayList<>(rows.getSelectList());
    list.addAll(columns);
    rows.setSelectList(new SqlNodeList(list, SqlParserPos.ZERO));
    return new ParsedStatement(
        rows,
        modification.map(change -> change.returning(columns.size())),
        dialect,
        names,
        deferred);
  }

  /**
   * The same statement where its names are known.
   *
   * @param texts with all names that the statement can mean, beside its own text
   */
  public ParsedStatement among(List<String> texts) {
    List<String> all = new ArrayList<>(texts);
    all.add(unparsed());
    return new ParsedStatement(tree, modification, dialect, OwnNames.unlike(all), deferred);
  }

  /** Names for what is added to the statement. */
  public OwnNames names() {
    return names;
  }

  /** An expression as SQL for PostgreSQL, a query in parentheses. */
  public SqlTemplate expression(SqlNode node) {
    return written(() -> dialect.expression(node));
  }

  /** Any part of the tree, or a changed copy, as SQL for PostgreSQL. */
  public SqlTemplate template(SqlNode node) {
    return written(() -> dialect.template(node));
  }

  private SqlTemplate written(Supplier<SqlTemplate> writer) {
    return deferred
        .map(
            written ->
                SqlTemplate.later(
                    () -> {
                      SqlTemplate template = writer.get();
                      written.accept(template.toString().length());
                      return template;
                    }))
        .orElseGet(writer);
  }

  /** The same of what has no gaps. */
  public String text(SqlNode node) {
    return template(node).text();
  }
}
