package io.argosy.coordinator.statement;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The session's temporary objects, as its own backend on the home node has them. */
public final class TemporaryObjects {
  private static final String NAMES = "SELECT * FROM argosy.temporary_names()";

  private static final String OF_SCHEMA = " OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema()";

  private final NodeSession home;
  private final Set<String> names = new HashSet<>();
  private final Set<String> schemas = new HashSet<>(Set.of("pg_temp"));
  private boolean firstInPath;

  private TemporaryObjects(NodeSession home) {
    this.home = home;
  }

  /** Asks the home node. */
  public static TemporaryObjects read(NodeSession home) {
    TemporaryObjects objects = new TemporaryObjects(home);
    for (List<String> row : TextResult.run(home, NAMES).rows()) {
      switch (row.getFirst()) {
        case "path" -> objects.firstInPath = "true".equals(row.get(1));
        case "schema" -> objects.schemas.add(row.get(1));
        default -> objects.names.add(row.get(1));
      }
    }
    return objects;
  }

  /** Their names. */
  public Set<String> names() {
    return Set.copyOf(names);
  }

  /** Whether what is made without a schema is temporary, by the session's search_path. */
  public boolean firstInPath() {
    return firstInPath;
  }

  /** Whether one of them can be meant anywhere in a statement. It may say so once too often. */
  public boolean mayBeIn(List<Token> tokens) {
    return tokens.stream()
        .anyMatch(
            token ->
                switch (token.kind()) {
                  case WORD, QUOTED_IDENTIFIER ->
                      names.contains(token.value()) || schemas.contains(token.value());
                  case STRING ->
                      token.value().contains("pg_temp")
                          || names.stream().anyMatch(token.value()::contains);
                  default -> false;
                });
  }

  /** Those of some names by which the session means temporary objects. */
  public Set<DefinitionTargets.Name> temporary(List<DefinitionTargets.Name> asked) {
    if (asked.isEmpty()) {
      return Set.of();
    }
    List<String> answers =
        TextResult.run(
                home,
                asked.stream().map(this::question).collect(Collectors.joining(", ", "SELECT ", "")))
            .rows()
            .getFirst();
    Set<DefinitionTargets.Name> temporary = new HashSet<>();
    for (int i = 0; i < asked.size(); i++) {
      if ("t".equals(answers.get(i))) {
        temporary.add(asked.get(i));
      }
    }
    return temporary;
  }

  /**
   * @throws PostgresException 0A000 for a view: to lock it is to lock the tables below it, which
   *     other nodes may have
   */
  public void requireNoViews(Set<DefinitionTargets.Name> temporary) {
    for (DefinitionTargets.Name name : temporary) {
      boolean view =
          TextResult.run(
                  home,
                  "SELECT relkind OPERATOR(pg_catalog.=) 'v'::pg_catalog.\"char\" FROM"
                      + " pg_catalog.pg_class WHERE relnamespace"
                      + OF_SCHEMA
                      + " AND relname OPERATOR(pg_catalog.=) "
                      + Identifiers.literal(name.last()))
              .single()
              .equals("t");
      if (view) {
        throw new PostgresException(
            "0A000",
            "the tables below the temporary view \"" + name.last() + "\" are not locked by it",
            "Lock the tables themselves.");
      }
    }
  }

  private String question(DefinitionTargets.Name name) {
    List<String> parts = name.parts();
    Optional<String> schema =
        parts.size() > 1 ? Optional.of(parts.get(parts.size() - 2)) : Optional.empty();
    String path = schema.map(s -> Identifiers.quote(s) + ".").orElse("");
    String sql = Identifiers.literal(path + Identifiers.quote(name.last()));
    return switch (name.kind()) {
      case RELATION ->
          "(SELECT relnamespace"
              + OF_SCHEMA
              + " FROM pg_catalog.pg_class"
              + " WHERE oid OPERATOR(pg_catalog.=) pg_catalog.to_regclass("
              + sql
              + "))";
      case TYPE ->
          "(SELECT typnamespace"
              + OF_SCHEMA
              + " FROM pg_catalog.pg_type"
              + " WHERE oid OPERATOR(pg_catalog.=) pg_catalog.to_regtype("
              + sql
              + "))";
      case STATISTICS ->
          "EXISTS (SELECT FROM pg_catalog.pg_statistic_ext s JOIN pg_catalog.pg_namespace n ON"
              + " n.oid OPERATOR(pg_catalog.=) s.stxnamespace JOIN pg_catalog.pg_class c ON c.oid"
              + " OPERATOR(pg_catalog.=) s.stxrelid WHERE (c.relnamespace"
              + OF_SCHEMA
              + " OR n.oid"
              + OF_SCHEMA
              + ") AND s.stxname OPERATOR(pg_catalog.=) "
              + Identifiers.literal(name.last())
              + " AND "
              + schema
                  .map(
                      s ->
                          schemas.contains(s)
                              ? "n.oid" + OF_SCHEMA
                              : "n.nspname OPERATOR(pg_catalog.=) " + Identifiers.literal(s))
                  .orElse("pg_catalog.pg_statistics_obj_is_visible(s.oid)")
              + ")";
      case QUALIFIED -> schema.filter(schemas::contains).isPresent() ? "true" : "false";
      case SCHEMA -> schemas.contains(name.last()) ? "true" : "false";
    };
  }
}
