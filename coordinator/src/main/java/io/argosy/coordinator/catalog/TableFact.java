package io.argosy.coordinator.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import java.util.List;
import java.util.Map;

/**
 * A table as {@code table.sql} describes it.
 *
 * @param placement hash, replicated, or null when none is declared
 * @param keyType the type of its distribution column, if it has one
 * @param nextGroup a number that no colocation group has
 * @param groupsByType the first colocation group of each key type
 */
public record TableFact(
    String schema,
    String name,
    String kind,
    String placement,
    Integer colocationGroup,
    String keyType,
    boolean inherits,
    int nextGroup,
    Map<String, Integer> groupsByType,
    List<Column> columns) {
  private static final String TABLE = Resources.read("table.sql");

  /**
   * @param type without its modifier
   * @param deterministic whether equal values of its collation are equal bytes
   */
  public record Column(String name, String type, boolean generated, boolean deterministic) {}

  /** Reads it on a node, whose object id it is. */
  public static TableFact read(NodeSession session, String oid) {
    try {
      return new ObjectMapper()
          .readValue(TextResult.run(session, TABLE, List.of(oid)).single(), TableFact.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the table query gave an unexpected document", e);
    }
  }

  /** The name as SQL, with its schema. */
  public String qualifiedName() {
    return Identifiers.quote(schema) + "." + Identifiers.quote(name);
  }
}
