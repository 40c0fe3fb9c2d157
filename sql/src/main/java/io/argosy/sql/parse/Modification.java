package io.argosy.sql.parse;

import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;

/**
 * What makes an UPDATE or DELETE of a SELECT over the same tables: the SELECT's columns are the
 * assigned values, then those that RETURNING gives; its first table is the target.
 *
 * @param verb UPDATE or DELETE
 * @param target the target's name as its schema, if it was written, and its name
 * @param assigned for each assigned value the columns that it is assigned to
 * @param hasOtherTables whether FROM or USING names tables besides the target
 * @param returned how many columns RETURNING gives, as they were written
 */
public record Modification(
    Verb verb,
    List<String> target,
    List<List<String>> assigned,
    boolean hasOtherTables,
    int returned) {
  /** Kinds of modifications. */
  public enum Verb {
    UPDATE,
    DELETE
  }

  /** The same with more columns behind those that RETURNING gives. */
  Modification returning(int more) {
    return new Modification(verb, target, assigned, hasOtherTables, returned + more);
  }

  /** The statement, from the SELECT. */
  SqlTemplate template(SqlSelect select, PostgresDialect dialect) {
    SqlNode first = select.getFrom();
    while (hasOtherTables && first instanceof SqlJoin join) {
      first = join.getLeft();
    }
    String targetText = dialect.tables(first).text();
    SqlTemplate sql =
        SqlTemplate.of(verb == Verb.UPDATE ? "UPDATE " : "DELETE FROM ").plus(targetText);
    if (verb == Verb.UPDATE) {
      sql = sql.plus(" SET ").plus(assignments(select, dialect));
    }
    if (hasOtherTables) {
      sql =
          sql.plus(verb == Verb.UPDATE ? " FROM " : " USING ")
              .plus(dialect.tables(select.getFrom()).after(targetText).after(","));
    }
    if (select.getWhere() != null) {
      sql = sql.plus(" WHERE ").plus(dialect.expression(select.getWhere()));
    }
    if (returned > 0) {
      List<SqlNode> list = select.getSelectList();
      List<SqlTemplate> items =
          list.subList(list.size() - returned, list.size()).stream()
              .map(dialect::expression)
              .toList();
      sql = sql.plus(" RETURNING ").plus(SqlTemplate.join(", ", items));
    }
    return sql;
  }

  private SqlTemplate assignments(SqlSelect select, PostgresDialect dialect) {
    List<SqlTemplate> items = new ArrayList<>();
    for (int i = 0; i < assigned.size(); i++) {
      List<String> names = assigned.get(i).stream().map(PostgresDialect::name).toList();
      String left = names.size() == 1 ? names.get(0) : "(" + String.join(", ", names) + ")";
      // As a column of the SELECT it may have got a name, which an assigned value cannot have.
      SqlNode value = SqlUtil.stripAs(select.getSelectList().get(i));
      items.add(SqlTemplate.of(left + " = ").plus(dialect.expression(value)));
    }
    return SqlTemplate.join(", ", items);
  }
}
