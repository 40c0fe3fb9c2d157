package io.argosy.coordinator.execute.gather;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.RelationReference;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What GATHER runs on the gathering node: temporary copies of the partitioned tables, temporary
 * views in the place of views over them, and PostgreSQL's canonical text of the statement over
 * those.
 *
 * @param tables the copies, to be filled before the views are made
 * @param views statements that create the temporary views, in order
 * @param viewNames the names of the views that these stand for, by theirs
 * @param statement the statement over the copies
 */
record GatherScript(
    List<Copy> tables, List<String> views, Map<String, String> viewNames, String statement) {
  /** PostgreSQL's number of the column tableoid. */
  private static final int TABLEOID = -6;

  /**
   * @param name the copy's name as SQL
   * @param definition creates it
   * @param columns the columns that are filled; the others stay NULL and are not looked at
   * @param source reads these columns on a node
   * @param keys adds the primary key, if the statement depends on it, and indexes like those of the
   *     table over the filled columns, without which a correlated subquery would read all rows
   *     again for each one
   */
  record Copy(
      RelationFact relation,
      String name,
      String definition,
      List<String> columns,
      String source,
      List<String> keys) {}

  /**
   * @param prefix what the names of the copies start with, unique within the backend
   * @param given names for relations that have a copy already, by their schema-qualified names; the
   *     rows of these are in children of theirs
   */
  static GatherScript of(PlannedStatement planned, String prefix, Map<String, String> given) {
    List<RelationFact> copied =
        planned.relations().stream()
            .filter(
                relation -> relation.partitioned() || given.containsKey(relation.qualifiedName()))
            .toList();
    String canonical = withTableNames(planned, copied);
    refuseOnly(planned, given.keySet());
    Map<RelationRenamer.Name, String> names = new LinkedHashMap<>();
    List<Copy> tables = new ArrayList<>();
    for (RelationFact relation : planned.relations()) {
      RelationRenamer.Name original = new RelationRenamer.Name(relation.schema(), relation.name());
      if (given.containsKey(relation.qualifiedName())) {
        names.put(original, given.get(relation.qualifiedName()));
      } else if (relation.partitioned()) {
        String name = "pg_temp." + prefix + "_" + (tables.size() + 1);
        names.put(original, name);
        tables.add(
            copy(
                relation,
                name,
                planned,
                planned.checked().scanFilters().get(relation.qualifiedName())));
      }
    }
    Map<String, String> viewNames = new LinkedHashMap<>();
    planned.relations().stream()
        .map(RelationFact::definition)
        .filter(Objects::nonNull)
        .forEach(GatherScript::refuseRowsOfJoins);
    refuseRowsOfJoins(canonical);
    // Where the rows are in partitions, ONLY means those that are not: none.
    Set<String> withChildren =
        copied.stream()
            .filter(relation -> !relation.hasPartitions())
            .map(relation -> given.get(relation.qualifiedName()))
            .filter(Objects::nonNull)
            .collect(Collectors.toUnmodifiableSet());
    List<String> views =
        views(planned.relations(), names, prefix, viewNames).stream()
            .map(view -> withRowsAsText(RelationRenamer.withoutOnly(view, withChildren)))
            .toList();
    String statement =
        withRowsAsText(
            RelationRenamer.withoutOnly(
                new RelationRenamer(names).rename(canonical), withChildren));
    return new GatherScript(tables, views, viewNames, statement);
  }

  /**
   * The canonical text with {@code tableoid}, which would be that of a copy, made constant.
   *
   * @param copied the relations in whose place copies are read
   * @throws PostgresException 0A000 for system columns that say where a row lies
   */
  private static String withTableNames(PlannedStatement planned, List<RelationFact> copied) {
    String canonical = planned.canonical().orElseThrow();
    List<RelationFact> reading =
        copied.stream().filter(relation -> !relation.systemColumns().isEmpty()).toList();
    if (reading.isEmpty()) {
      return canonical;
    }
    if (reading.stream().anyMatch(RelationFact::hasPartitions)) {
      throw new PostgresException(
          "0A000",
          "system columns of partitioned tables are not supported over several nodes",
          "Read the partitions by their names.");
    }
    if (reading.size() > 1 || !reading.getFirst().systemColumns().equals(List.of(TABLEOID))) {
      throw systemColumns();
    }
    return withTableName(canonical, reading.getFirst());
  }

  private static String withTableName(String canonical, RelationFact table) {
    Set<String> aliases = new HashSet<>();
    Set<String> others = new HashSet<>();
    for (RelationReference reference : RelationReference.in(canonical)) {
      boolean isTable =
          reference.schema().equals(table.schema()) && reference.relation().equals(table.name());
      (isTable ? aliases : others).add(reference.alias());
    }
    List<Token> tokens = SqlLexer.tokens(canonical);
    StringBuilder text = new StringBuilder();
    int copied = 0;
    for (int i = 0; i < tokens.size(); i++) {
      if (!tokens.get(i).isWord("tableoid") || i > 0 && tokens.get(i - 1).isWord("as")) {
        continue;
      }
      String qualifier = i > 1 && tokens.get(i - 1).isSymbol(".") ? tokens.get(i - 2).value() : "";
      if (!aliases.contains(qualifier) || others.contains(qualifier)) {
        // It may be a column of a view, and without a qualifier it is not known whose it is.
        throw systemColumns();
      }
      text.append(canonical, copied, tokens.get(i - 2).start())
          .append("'")
          .append(table.oid())
          .append("'::pg_catalog.oid");
      copied = tokens.get(i).end();
    }
    return text.append(canonical, copied, canonical.length()).toString();
  }

  /**
   * The copy of a partitioned table has the rows that are in its partitions.
   *
   * @throws PostgresException 0A000 if a text wants those that are not, of which there are none
   */
  private static void refuseOnly(PlannedStatement planned, Set<String> given) {
    Set<RelationRenamer.Name> withPartitions =
        planned.relations().stream()
            .filter(relation -> relation.partitioned() && relation.hasPartitions())
            .filter(relation -> !given.contains(relation.qualifiedName()))
            .map(relation -> new RelationRenamer.Name(relation.schema(), relation.name()))
            .collect(Collectors.toUnmodifiableSet());
    if (withPartitions.isEmpty()) {
      return;
    }
    Stream<String> views =
        planned.relations().stream().map(RelationFact::definition).filter(Objects::nonNull);
    if (Stream.concat(planned.canonical().stream(), views)
        .anyMatch(text -> RelationRenamer.readsOnly(text, withPartitions))) {
      throw new PostgresException(
          "0A000",
          "ONLY before a partitioned table, which has no rows of its own, is not supported here",
          "Leave out ONLY to read its partitions.");
    }
  }

  private static PostgresException systemColumns() {
    return new PostgresException(
        "0A000",
        "system columns of distributed tables are not supported here",
        "Select by the distribution column, so that one node answers.");
  }

  /**
   * A relation's copy.
   *
   * @param name what it is called, as SQL
   * @param filter a condition over the alias argosy_row that its rows meet, or null
   */
  static Copy copy(RelationFact relation, String name, PlannedStatement planned, String filter) {
    boolean wholeRows =
        usesWholeRows(planned.canonical().orElseThrow())
            || planned.relations().stream()
                .anyMatch(r -> r.definition() != null && usesWholeRows(r.definition()));
    boolean withPrimaryKey = planned.usesPrimaryKey();
    List<String> columns =
        relation.columns().stream()
            .filter(column -> wholeRows || column.used())
            .map(RelationFact.ColumnFact::name)
            .toList();
    if (columns.isEmpty()) {
      columns = List.of(relation.columns().getFirst().name());
    }
    List<String> key =
        relation.uniqueKeys().isEmpty() ? List.of() : relation.uniqueKeys().getFirst();
    if (withPrimaryKey && !columns.containsAll(key)) {
      List<String> more = new ArrayList<>(columns);
      for (String column : key) {
        if (!more.contains(column)) {
          more.add(column);
        }
      }
      columns = more;
    }
    String quoted = Identifiers.list(columns);
    return new Copy(
        relation,
        name,
        // The names of temporary tables are not qualified where they are made.
        "CREATE TEMPORARY TABLE "
            + name.substring(name.indexOf('.') + 1)
            + " ON COMMIT DROP AS TABLE "
            + relation.qualifiedName()
            + " WITH NO DATA",
        columns,
        "SELECT "
            + quoted
            + " FROM "
            + relation.qualifiedName()
            + (filter == null ? "" : " AS argosy_row WHERE " + filter),
        keys(relation, name, columns, withPrimaryKey ? key : List.of()));
  }

  private static List<String> keys(
      RelationFact relation, String name, List<String> columns, List<String> primaryKey) {
    List<String> definitions = new ArrayList<>();
    if (!primaryKey.isEmpty()) {
      definitions.add(
          "ALTER TABLE " + name + " ADD PRIMARY KEY (" + Identifiers.list(primaryKey) + ")");
    }
    Set<List<String>> prefixes = new LinkedHashSet<>();
    for (List<String> index : relation.indexes()) {
      prefixes.add(index.stream().takeWhile(columns::contains).toList());
    }
    prefixes.remove(List.of());
    prefixes.remove(primaryKey);
    prefixes.forEach(
        prefix ->
            definitions.add("CREATE INDEX ON " + name + " (" + Identifiers.list(prefix) + ")"));
    return definitions;
  }

  /** Temporary views for all views, each after those that it reads. */
  private static List<String> views(
      List<RelationFact> relations,
      Map<RelationRenamer.Name, String> names,
      String prefix,
      Map<String, String> viewNames) {
    Map<RelationRenamer.Name, RelationFact> waiting = new LinkedHashMap<>();
    relations.stream()
        .filter(relation -> relation.definition() != null)
        .forEach(
            relation ->
                waiting.put(
                    new RelationRenamer.Name(relation.schema(), relation.name()), relation));
    List<String> views = new ArrayList<>();
    while (!waiting.isEmpty()) {
      Map<RelationRenamer.Name, RelationFact> ready = new HashMap<>(waiting);
      ready.values().removeIf(view -> refersToAny(view.definition(), waiting.keySet()));
      if (ready.isEmpty()) {
        throw new IllegalStateException("views refer to each other: " + waiting.keySet());
      }
      ready.forEach(
          (name, view) -> {
            String temporary = prefix + "_view_" + (viewNames.size() + 1);
            viewNames.put(temporary, view.name());
            views.add(
                "CREATE TEMPORARY VIEW "
                    + temporary
                    + " ("
                    + Identifiers.list(
                        view.columns().stream().map(RelationFact.ColumnFact::name).toList())
                    + ")"
                    + (view.viewOptions() == null ? "" : " WITH (" + view.viewOptions() + ")")
                    + " AS "
                    + new RelationRenamer(names).rename(view.definition()));
            views.addAll(defaults(view, temporary));
            names.put(name, "pg_temp." + temporary);
            waiting.remove(name);
          });
    }
    return views;
  }

  private static List<String> defaults(RelationFact view, String temporary) {
    return view.columns().stream()
        .filter(column -> column.viewDefault() != null)
        .map(
            column ->
                "ALTER VIEW pg_temp.%s ALTER COLUMN %s SET DEFAULT %s"
                    .formatted(temporary, Identifiers.quote(column.name()), column.viewDefault()))
        .toList();
  }

  private static boolean refersToAny(String definition, Set<RelationRenamer.Name> relations) {
    return RelationReference.in(definition).stream()
        .map(RelationRenamer.Name::of)
        .anyMatch(relations::contains);
  }

  /**
   * A result that is a row is written as {@code t.*::t}. The row of a copy has another type, which
   * becomes that of the table by way of its text. The row of a derived table has none, and stays.
   */
  private static String withRowsAsText(String statement) {
    List<Token> tokens = SqlLexer.tokens(statement);
    StringBuilder result = new StringBuilder();
    int copied = 0;
    for (int i = 1; i + 2 < tokens.size(); i++) {
      if (tokens.get(i - 1).isSymbol(".")
          && tokens.get(i).isSymbol("*")
          && tokens.get(i + 1).isSymbol("::")
          && !tokens.get(i + 2).isWord("record")) {
        result.append(statement, copied, tokens.get(i).end()).append("::pg_catalog.text");
        copied = tokens.get(i).end();
      }
    }
    return result.append(statement, copied, statement.length()).toString();
  }

  /**
   * PostgreSQL writes the row of {@code JOIN .. USING (..) AS x} as ROW(..), whose columns have
   * lost their names.
   *
   * @throws PostgresException 0A000 if a text may have been written so
   */
  private static void refuseRowsOfJoins(String canonical) {
    List<Token> tokens = SqlLexer.tokens(canonical);
    boolean named = false;
    boolean row = false;
    for (int i = 0; i + 1 < tokens.size(); i++) {
      row |= tokens.get(i).isWord("row") && tokens.get(i + 1).isSymbol("(");
      if (tokens.get(i).isWord("using") && tokens.get(i + 1).isSymbol("(")) {
        int close = i + 1;
        while (close < tokens.size() && !tokens.get(close).isSymbol(")")) {
          close++;
        }
        named |= close + 1 < tokens.size() && tokens.get(close + 1).isWord("as");
      }
    }
    if (named && row) {
      throw new PostgresException(
          "0A000",
          "rows beside JOIN .. USING .. AS are not supported over distributed tables",
          "Leave out the AS, and name the columns.");
    }
  }

  /** Whether the text has a whole-row reference, which PostgreSQL prints as {@code alias.*}. */
  private static boolean usesWholeRows(String canonical) {
    List<Token> tokens = SqlLexer.tokens(canonical);
    for (int i = 1; i < tokens.size(); i++) {
      if (tokens.get(i).isSymbol("*") && tokens.get(i - 1).isSymbol(".")) {
        return true;
      }
    }
    return false;
  }
}
