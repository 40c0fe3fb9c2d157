package io.argosy.coordinator.schema;

import io.argosy.node.NodeSession;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes a server's roles on another one that lacks them. */
public final class RoleCopy {
  private static final String HINT =
      "Restore what pg_dumpall --roles-only says of the home node on the new node, then try again.";

  private RoleCopy() {}

  /**
   * Makes the roles that a server lacks of another's, with their passwords' verifiers, comments,
   * memberships and settings for all databases. A role that is there already may be somebody
   * else's: it is left as it is, and given nothing but memberships in roles that are new. Roles of
   * PostgreSQL's own are left alone.
   *
   * <p>Both sessions are a superuser's, in the same major version, and belong to the caller's
   * thread meanwhile.
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
      Set<Definition.Key> made = new HashSet<>(source.read(Catalog.ROLES).keySet());
      made.removeAll(target.read(Catalog.ROLES).keySet());
      Making making = new Making(source, target);
      making.make(Catalog.ROLES);
      for (Catalog catalog : Catalog.OF_ROLES) {
        source.read(catalog).values().stream()
            .filter(definition -> isOf(made, definition.of()))
            .forEach(definition -> making.add(definition.of(), definition.make()));
      }
      making.run();
      return making.finish(HINT);
    }
  }

  private static boolean isOf(Set<Definition.Key> made, Definition.Key definition) {
    String group = definition.part().replaceFirst("^member of ", "role ");
    return made.contains(definition.whole()) || made.contains(new Definition.Key(group, null));
  }

  /**
   * What is not the same in the roles of two servers, a line each. Verifiers of passwords are
   * compared, too, since a password that is good on one node only lets its owner into a part of the
   * cluster; but not those of superusers: they are the servers' administrators, who may have
   * another password on each server.
   *
   * <p>Both sessions are a superuser's, in the same major version, are only read, and belong to the
   * caller's thread meanwhile.
   *
   * @return empty if the roles are the same
   * @throws io.argosy.protocol.message.PostgresException that of a node that cannot answer
   */
  public static List<String> differences(NodeSession from, NodeSession to) {
    try (CatalogReader left = CatalogReader.open(from);
        CatalogReader right = CatalogReader.open(to)) {
      List<Catalog> catalogs = new ArrayList<>(Catalog.OF_ROLES);
      catalogs.addFirst(Catalog.ROLES);
      return Differences.between(left, right, catalogs);
    }
  }
}
