package io.argosy.coordinator.cluster;

import io.argosy.node.Node;
import io.argosy.protocol.message.PostgresException;

/** The databases that a coordinator serves, as a session sees them that works in one of them. */
public interface OtherDatabases {
  /** Where one database is served alone. */
  OtherDatabases NONE =
      new OtherDatabases() {
        @Override
        public void leave(String database, boolean force) {
          // Nobody is there.
        }

        @Override
        public void rolesChanged(Cluster where) {
          // Nobody else has to know.
        }

        @Override
        public void requireMainMembers(Cluster where) {
          // It is the main one.
        }

        @Override
        public void requireNext(Cluster where, Node joining) {
          // It is the main one.
        }
      };

  /**
   * Has no connection of this coordinator's to a database any more, so that PostgreSQL can drop it,
   * rename it or copy it.
   *
   * @param force whether sessions of clients in it are ended
   * @throws PostgresException 55006 when clients are connected to it
   */
  void leave(String database, boolean force);

  /**
   * Roles, or what they may do, were changed in one database, which holds in all of them: what is
   * known in the others is forgotten.
   *
   * @param where the database where that is known
   */
  void rolesChanged(Cluster where);

  /**
   * Before something is defined that is there for all databases: nodes join one database after the
   * other, and it must be defined on all nodes of any.
   *
   * @param where the database where it is defined
   * @throws PostgresException 55000 when the main database has more nodes
   */
  void requireMainMembers(Cluster where);

  /**
   * Before a node joins in one database: it has joined in the main one, and nodes have the same
   * positions in all.
   *
   * @throws PostgresException 55000 when another one comes first
   */
  void requireNext(Cluster where, Node joining);
}
