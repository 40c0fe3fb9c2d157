package io.argosy.coordinator.schema;

import io.argosy.node.NodeSession;

/** Makes a database's definitions on a node that lacks them. */
public final class SchemaCopy {
  private static final String HINT =
      "Restore what pg_dump --schema-only says of the home node on the new node, then try again.";

  private SchemaCopy() {}

  /**
   * Makes what the database of one session lacks of the definitions of the other's: everything but
   * rows, large objects, values of sequences and subscriptions. What is there already is left as it
   * is, but for owners, grants, comments and other attributes, which become those of the other.
   * What cannot be made by any statement of ours is left out without an error: {@link
   * SchemaComparison} finds it. Columns get the order that they have, but not the numbers, where
   * some have been dropped.
   *
   * <p>Users' functions are not called with more than their owners' rights: what PostgreSQL may
   * evaluate when it is defined is defined by its owner, who is granted what he needs for it until
   * the grants become those of the other.
   *
   * <p>Both sessions are a superuser's, in the same major version, and belong to the caller's
   * thread meanwhile. The roles are there already ({@link RoleCopy}), and nobody changes
   * definitions of either meanwhile: each catalog is read when its turn comes.
   *
   * @param from is only read
   * @param to has a transaction open, in which everything is made; after an error it is to be
   *     rolled back
   * @return how many statements were needed; 0 if nothing was missing
   * @throws io.argosy.protocol.message.PostgresException 55000 with the first of the statements
   *     that failed, and why; otherwise what a node answers that is lost, cancelled or full
   */
  public static int make(NodeSession from, NodeSession to) {
    try (CatalogReader source = CatalogReader.open(from);
        CatalogReader target = CatalogReader.open(to)) {
      Making making = new Making(source, target);
      Catalog.MADE.forEach(making::make);
      Catalog.MADE_LAST.forEach(making::make);
      return making.finish(HINT);
    }
  }
}
