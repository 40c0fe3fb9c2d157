package io.argosy.planner;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.facts.Relation;
import io.argosy.sql.parse.ParsedStatement;
import java.util.List;
import java.util.Set;

/** A statement over the tables of a {@link TestCatalog}, and what its names mean there. */
public record BoundStatement(
    ParsedStatement statement, List<Relation> relations, Binding binding, Aggregates aggregates) {
  /** Parses and binds it. */
  public static BoundStatement of(TestCatalog catalog, String sql) {
    ParsedStatement statement = ParsedStatement.parse(sql).orElseThrow();
    Aggregates aggregates = new Aggregates(Set.of());
    List<Relation> relations = catalog.facts(sql, List.of(), List.of(), List.of()).relations();
    return new BoundStatement(
        statement, relations, Binder.bind(statement.tree(), relations, aggregates), aggregates);
  }
}
