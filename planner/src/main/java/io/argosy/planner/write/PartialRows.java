package io.argosy.planner.write;

import io.argosy.planner.plan.Merge;
import io.argosy.sql.parse.ParsedStatement;
import io.argosy.sql.template.SqlTemplate;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;

/** The fragments' rows as the last step names them. */
public final class PartialRows {
  private PartialRows() {}

  private static String alias(ParsedStatement statement) {
    return statement.names().of("partial");
  }

  /** A column of them. */
  static SqlIdentifier column(ParsedStatement statement, String name) {
    return Trees.name(alias(statement), name);
  }

  /** The type of a column of them. */
  static SqlTemplate.Part.Type type(SqlIdentifier column) {
    return new SqlTemplate.Part.Type(Merge.Finish.TABLE, column.names.getLast());
  }

  /** All of them in FROM. */
  static SqlTemplate all(ParsedStatement statement) {
    String alias = alias(statement);
    return alias.equals(Merge.Finish.TABLE)
        ? Merge.Finish.rows()
        : named(SqlTemplate.of(new SqlTemplate.Part.Table(Merge.Finish.TABLE, true)), alias);
  }

  /** Those that differ: PostgreSQL can hash them, where it would sort each group's values. */
  static SqlTemplate distinct(ParsedStatement statement) {
    return named(Merge.Finish.rows().within("(SELECT DISTINCT * FROM ", ")"), alias(statement));
  }

  private static SqlTemplate named(SqlTemplate rows, String alias) {
    return rows.plus(" AS " + alias);
  }

  /**
   * A last step over other rows in the place of the fragments'.
   *
   * @param rows what stands in FROM, without an alias
   * @param table the table that they are in
   */
  public static SqlTemplate replaced(Merge.Finish finish, SqlTemplate rows, String table) {
    return finish
        .template()
        .filled(
            part ->
                switch (part) {
                  case SqlTemplate.Part.Table partial
                      when partial.name().equals(Merge.Finish.TABLE) ->
                      Optional.of(partial.named() ? rows : named(rows, Merge.Finish.TABLE));
                  case SqlTemplate.Part.Type type when type.table().equals(Merge.Finish.TABLE) ->
                      Optional.of(SqlTemplate.of(new SqlTemplate.Part.Type(table, type.column())));
                  default -> Optional.empty();
                });
  }
}
