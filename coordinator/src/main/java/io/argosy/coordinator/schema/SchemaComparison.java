package io.argosy.coordinator.schema;

import io.argosy.node.NodeSession;
import java.util.List;
import java.util.stream.Stream;

/** Compares the definitions that two nodes have of a database. */
public final class SchemaComparison {
  private SchemaComparison() {}

  /**
   * What is not the same in the databases of two sessions, a line each, such as {@code table
   * public.t, column b: integer on node1, text on node2}. Rows, large objects, values of sequences,
   * subscriptions, numbers of objects and columns, and the owners of extensions do not count; nor
   * do Argosy's own schemas.
   *
   * <p>Both sessions are a superuser's, in the same major version, are only read, and belong to the
   * caller's thread meanwhile.
   *
   * @return empty if the definitions are the same
   * @throws io.argosy.protocol.message.PostgresException that of a node that cannot answer
   */
  public static List<String> differences(NodeSession from, NodeSession to) {
    try (CatalogReader left = CatalogReader.open(from);
        CatalogReader right = CatalogReader.open(to)) {
      List<Catalog> catalogs =
          Stream.of(Catalog.MADE, Catalog.MADE_LAST, Catalog.ONLY_COMPARED)
              .flatMap(List::stream)
              .filter(catalog -> catalog.kinds().isEmpty())
              .distinct()
              .toList();
      return Differences.between(left, right, catalogs);
    }
  }
}
