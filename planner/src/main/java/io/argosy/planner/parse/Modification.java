package io.argosy.planner.parse;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;

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

  /** The statement's text, from the SELECT. */
  String text(SqlSelect select, PostgresDialect dialect) {
    SqlNode first = select.getFrom();
    while (hasOtherTables && first instanceof SqlJoin join) {
      first = join.getLeft();
    }
    String targetText = dialect.tables(first);
    StringBuilder sql =
        new StringBuilder(verb == Verb.UPDATE ? "UPDATE " : "DELETE FROM ").append(targetText);
    if (verb == Verb.UPDATE) {
      sql.append(" SET ").append(assignments(select, dialect));
    }
    if (hasOtherTables) {
      sql.append(verb == Verb.UPDATE ? " FROM " : " USING ");
      String tables = dialect.tables(select.getFrom());
      sql.append(tables.substring(targetText.length()).replaceFirst("^\\s*,\\s*", ""));
    }
    if (select.getWhere() != null) {
      sql.append(" WHERE ").append(dialect.expression(select.getWhere()));
    }
    if (returned > 0) {
      List<SqlNode> list = select.getSelectList();
      List<String> items =
          list.subList(list.size() - returned, list.size()).stream()
              .map(dialect::expression)
              .toList();
      sql.append(" RETURNING ").append(String.join(", ", items));
    }
    return sql.toString();
  }

  private String assignments(SqlSelect select, PostgresDialect dialect) {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < assigned.size(); i++) {
      List<String> names = assigned.get(i).stream().map(PostgresDialect::name).toList();
      String left = names.size() == 1 ? names.get(0) : "(" + String.join(", ", names) + ")";
      items.add(left + " = " + dialect.expression(select.getSelectList().get(i)));
    }
    return String.join(", ", items);
  }
}
