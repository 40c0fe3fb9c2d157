package io.argosy.coordinator.schema;

import io.argosy.coordinator.metadata.Resources;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A query for definitions, which lies beside this package's classes.
 *
 * @param name of the file, without its ending
 * @param sinceVersion the first major version of PostgreSQL that can answer it
 * @param kinds of which objects its definitions count; empty for all
 */
record Catalog(String name, int sinceVersion, Set<String> kinds) {
  private static final int OLDEST = 14;

  private static final List<Catalog> OWNERS_OF_TABLES =
      List.of(ofKinds("owners", "table", "materialized view"));

  /**
   * The queries for what is made, in the order in which it is made. The owners of tables come
   * before what PostgreSQL evaluates for their owners. Tables whose making may call users'
   * functions are made by their owner, who must be able to reach their schema, and is given what he
   * needs for it only in between: so grants come twice.
   */
  static final List<Catalog> MADE =
      Stream.of(
              of("schemas"),
              List.of(ofKinds("owners", "schema"), ofKinds("grants", "schema")),
              of("extensions", "collations", "types", "functions", "base_types", "domains"),
              of("handlers", "aggregates", "operators", "operator_families", "operator_classes"),
              of("casts", "text_search", "foreign_servers", "sequences", "tables"),
              OWNERS_OF_TABLES,
              of("defaults", "checks", "identities", "inheritance"),
              OWNERS_OF_TABLES,
              of("keys", "views"),
              OWNERS_OF_TABLES,
              of("indexes", "index_partitions", "foreign_keys", "statistics", "rules"),
              of("publications"),
              List.of(new Catalog("publication_members", 15, Set.of())),
              of("attributes", "owners", "grants", "column_grants", "default_privileges"),
              of("comments", "database_settings"))
          .flatMap(List::stream)
          .toList();

  /** What would watch the others being made. */
  static final List<Catalog> MADE_LAST = of("event_triggers", "owners", "comments");

  /** The queries for what is compared besides. */
  static final List<Catalog> ONLY_COMPARED =
      of("objects", "columns", "others", "event_trigger_states");

  /** The roles themselves, and what hangs on them. */
  static final Catalog ROLES = new Catalog("roles", OLDEST, Set.of());

  static final List<Catalog> OF_ROLES =
      List.of(
          ofKinds("role_memberships"),
          ofKinds("role_settings"),
          new Catalog("parameter_grants", 15, Set.of()));

  /** What all queries begin with. */
  private static final String BEGINNING = resource("users");

  private static List<Catalog> of(String... names) {
    return List.of(names).stream().map(name -> ofKinds(name)).toList();
  }

  private static Catalog ofKinds(String name, String... kinds) {
    return new Catalog(name, OLDEST, Set.of(kinds));
  }

  /** Whether a definition counts. */
  boolean isOf(Definition.Key definition) {
    return kinds.isEmpty()
        || kinds.stream().anyMatch(kind -> definition.object().startsWith(kind + " "));
  }

  String query() {
    return BEGINNING + resource(name);
  }

  private static String resource(String name) {
    return Resources.read(Catalog.class, name + ".sql");
  }
}
