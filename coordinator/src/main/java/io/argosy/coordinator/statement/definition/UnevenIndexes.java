package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.statement.DefinitionTargets;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The text of DROP INDEX for each node. What is made CONCURRENTLY is made by every node by itself:
 * where that has failed on one, not all of them have the index. So each drops what it has.
 */
final class UnevenIndexes {
  private final SqlStatement atHome;
  private final SqlStatement elsewhere;
  private final List<Set<String>> missing;

  private UnevenIndexes(Backends backends, SqlStatement atHome, SqlStatement elsewhere) {
    this.atHome = atHome;
    this.elsewhere = elsewhere;
    this.missing =
        backends.cluster().positions().stream()
            .map(node -> missing(backends.on(node), statement(node)))
            .toList();
    // What no node has is the home node's to refuse.
    missing
        .getFirst()
        .removeIf(
            name ->
                missing.stream().skip(1).allMatch(others -> others.contains(name))
                    || missing.size() == 1);
  }

  /**
   * What a node is to run.
   *
   * @param elsewhere what the nodes besides the home node are to run where they have all of it
   * @return the text; empty when the node has nothing of it, but others have
   */
  static List<String> texts(Backends backends, SqlStatement statement, String elsewhere) {
    List<Integer> nodes = backends.cluster().positions();
    if (!statement.word(0).equals("drop") || !statement.word(1).equals("index")) {
      return nodes.stream()
          .map(node -> node == Cluster.HOME ? statement.sql() : elsewhere)
          .toList();
    }
    UnevenIndexes indexes = new UnevenIndexes(backends, statement, SqlStatement.of(elsewhere));
    return nodes.stream().map(indexes::on).toList();
  }

  private SqlStatement statement(int node) {
    return node == Cluster.HOME ? atHome : elsewhere;
  }

  private static Set<String> missing(NodeSession session, SqlStatement statement) {
    String names =
        new DefinitionTargets(statement)
            .names().stream()
                .map(name -> Identifiers.literal(name.sql()))
                .collect(Collectors.joining(", "));
    return TextResult.run(
            session,
            "SELECT name FROM pg_catalog.unnest(ARRAY["
                + names
                + "]::pg_catalog.text[]) AS name WHERE pg_catalog.to_regclass(name) IS NULL")
        .rows()
        .stream()
        .map(List::getFirst)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private String on(int node) {
    return new DefinitionTargets(statement(node))
        .without(name -> missing.get(node).contains(name.sql()));
  }
}
