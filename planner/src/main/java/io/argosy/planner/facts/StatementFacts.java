package io.argosy.planner.facts;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a PostgreSQL says about one statement.
 *
 * @param sql the statement as the user wrote it
 * @param canonicalSql the statement as {@code pg_get_function_sqlbody} prints it under an empty
 *     search_path; empty for statements that cannot be a function's body
 * @param certified whether the parsed and unparsed statement means the same to PostgreSQL
 * @param relations every table and view that the statement and the views in it refer to
 * @param functions the functions outside pg_catalog that the statement calls
 * @param effects what PostgreSQL runs because of it besides
 * @param builtins the volatility of the functions of pg_catalog by name; of overloaded ones the
 *     most volatile
 * @param columns the result's columns; empty for a statement that returns no rows
 * @param parameterTypes the types of $1.. as {@code format_type} prints them
 * @param nodes how many nodes there are
 * @param bundling which operations the session wants to be shipped together
 * @param temporary a temporary function, type or the like that the statement uses, in PostgreSQL's
 *     words; the home node alone has it
 */
public record StatementFacts(
    String sql,
    Optional<String> canonicalSql,
    boolean certified,
    List<Relation> relations,
    List<UserFunction> functions,
    List<Effect> effects,
    Map<String, Volatility> builtins,
    List<ResultColumn> columns,
    List<String> parameterTypes,
    int nodes,
    Bundling bundling,
    Optional<String> temporary) {
  /** Whether it refers to tables that other nodes than the home node have rows of. */
  public boolean meetsPlaced() {
    return relations.stream()
        .map(Relation::placement)
        .anyMatch(
            placement ->
                placement instanceof Placement.Hash || placement instanceof Placement.Replicated);
  }

  /** Texts with the names of all that the statement reads, views and columns included. */
  public List<String> names() {
    return Stream.concat(
            columns.stream().map(ResultColumn::name), relations.stream().flatMap(Relation::names))
        .toList();
  }

  /** The same for a planner that is to take the rows of replicated tables from the home node. */
  public StatementFacts replicatedAtHome() {
    return new StatementFacts(
        sql,
        canonicalSql,
        certified,
        relations.stream()
            .map(
                relation ->
                    relation.placement() instanceof Placement.Replicated
                        ? relation.at(new Placement.SingleNode())
                        : relation)
            .toList(),
        functions,
        effects,
        builtins,
        columns,
        parameterTypes,
        nodes,
        bundling,
        temporary);
  }

  /**
   * @param name the column's name
   * @param type its type as {@code format_type} prints it
   */
  public record ResultColumn(String name, String type) {}
}
