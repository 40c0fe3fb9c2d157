package io.argosy.coordinator.schema;

import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a node's definitions. As long as it is open, the session has settings under which the same
 * definition has the same text on all nodes, and the text means the same to them.
 */
final class CatalogReader implements AutoCloseable {
  private static final Map<String, String> READING =
      Map.ofEntries(
          Map.entry("search_path", "pg_catalog, pg_temp"),
          Map.entry("standard_conforming_strings", "on"),
          Map.entry("quote_all_identifiers", "off"),
          Map.entry("transform_null_equals", "off"),
          Map.entry("DateStyle", "ISO, YMD"),
          Map.entry("IntervalStyle", "postgres"),
          Map.entry("TimeZone", "UTC"),
          Map.entry("lc_monetary", "C"),
          Map.entry("bytea_output", "hex"),
          Map.entry("extra_float_digits", "1"),
          // For what is made: its function need not be valid yet, and nothing is to fire.
          Map.entry("check_function_bodies", "off"),
          Map.entry("session_replication_role", "replica"),
          Map.entry("event_triggers", "off"),
          Map.entry("default_tablespace", ""),
          Map.entry("client_min_messages", "error"));

  private final NodeSession session;
  private final Map<String, String> before;
  private final int majorVersion;

  private CatalogReader(NodeSession session, Map<String, String> before, int majorVersion) {
    this.session = session;
    this.before = before;
    this.majorVersion = majorVersion;
  }

  /**
   * Gives the session those settings, if its server knows them.
   *
   * @throws io.argosy.protocol.message.PostgresException that of the node
   */
  static CatalogReader open(NodeSession session) {
    Map<String, String> before = new LinkedHashMap<>();
    TextResult.run(session, "SELECT name, setting FROM pg_catalog.pg_settings").rows().stream()
        .filter(row -> READING.containsKey(row.get(0)))
        .forEach(row -> before.put(row.get(0), row.get(1)));
    Map<String, String> wanted = new LinkedHashMap<>(READING);
    wanted.keySet().retainAll(before.keySet());
    set(session, wanted);
    String version = "SELECT current_setting('server_version_num')::int / 10000";
    return new CatalogReader(
        session, before, Integer.parseInt(TextResult.run(session, version).single()));
  }

  private static void set(NodeSession session, Map<String, String> settings) {
    List<String> parameters = new ArrayList<>();
    List<String> calls = new ArrayList<>();
    settings.forEach(
        (name, value) -> {
          parameters.add(name);
          parameters.add(value);
          calls.add(
              "pg_catalog.set_config($%d, $%d, false)"
                  .formatted(parameters.size() - 1, parameters.size()));
        });
    TextResult.run(session, "SELECT " + String.join(", ", calls), parameters);
  }

  NodeSession session() {
    return session;
  }

  /**
   * What the node's catalogs say now, in the query's order.
   *
   * @throws io.argosy.protocol.message.PostgresException that of the node
   */
  Map<Definition.Key, Definition> read(Catalog catalog) {
    Map<Definition.Key, Definition> definitions = new LinkedHashMap<>();
    if (majorVersion >= catalog.sinceVersion()) {
      TextResult result = TextResult.run(session, catalog.query());
      List<String> names = result.columns().stream().map(Field::name).toList();
      for (List<String> row : result.rows()) {
        Definition definition =
            new Definition(
                new Definition.Key(value(names, row, "object"), value(names, row, "part")),
                value(names, row, "definition"),
                value(names, row, "hidden"),
                value(names, row, "make"),
                value(names, row, "undo"));
        if (catalog.isOf(definition.of())) {
          definitions.put(definition.of(), definition);
        }
      }
    }
    return definitions;
  }

  private static String value(List<String> names, List<String> row, String name) {
    int column = names.indexOf(name);
    return column < 0 ? null : row.get(column);
  }

  /** Gives the session its settings back; a transaction that has failed does so with its end. */
  @Override
  public void close() {
    if (session.transactionStatus() != 'E') {
      set(session, before);
    }
  }
}
