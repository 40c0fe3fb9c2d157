package io.argosy.coordinator.execute.run;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.limit.Planning;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The backends that a statement may use. Implemented by the session, which knows its transaction.
 */
public interface NodeBackends {
  Cluster cluster();

  /** Which nodes own which rows, for the statement that runs: the same until it ends. */
  SlotMap slots();

  /**
   * The same for one that places a table, in a transaction: no slot moves until that ends, since
   * nobody else sees the table before.
   */
  SlotMap heldSlots();

  /** What takes snapshots of several nodes that fit together. */
  SnapshotSections snapshots();

  /**
   * The session's backend on a node, as a part of its transaction if there is one. Without one it
   * may not be there yet ({@link NodeSession#awaitOpened}).
   */
  NodeSession on(int node);

  /** The session's backend on the home node. */
  NodeSession home();

  /**
   * So many runs of the client's statement are under way, which may take the time of all of them.
   *
   * @return settings by which the nodes limit the time of each
   */
  Map<String, String> startRuns(int count);

  /**
   * The statement moves rows between nodes, or reads those of several: what it leases from now on
   * it leases through the nodes' agents, where there are any.
   */
  void movesRows();

  /**
   * Outside of a transaction: what has failed in the session's backends is over, and others are
   * leased in their place.
   */
  void giveUpFailed();

  /** What the statement has done so far has been undone on all nodes. */
  void undone();

  /** The client's statement changes nothing: to start it again, nothing needs to be undone. */
  void readsOnly();

  /**
   * Runs a statement on every node, on one after the other: the home node comes first, as for all
   * that changes every node.
   */
  default void runOnEach(String sql) {
    for (int node : cluster().positions()) {
      TextResult.run(on(node), sql);
    }
  }

  /**
   * The same as {@link #on} for what neither reads nor writes rows, other than those of temporary
   * tables of its own: a statement that writes has not written on the node because of it, and a
   * SERIALIZABLE transaction can work on another one.
   */
  NodeSession asked(int node);

  /** The same on the home node. */
  NodeSession asked();

  /** The one node on which a SERIALIZABLE transaction can work, when it has worked there. */
  OptionalInt onlyNode();

  /**
   * A backend outside the session's transaction, to be given back with {@link #close}. It may not
   * be there yet.
   */
  NodeSession open(int node);

  /** Gives back a backend of {@link #open}. */
  void close(NodeSession session);

  /** What is sent of the statement from now on is sent with its commit. */
  void sendsCommit();

  /** Whether a transaction over the nodes is open. */
  boolean inTransaction();

  /**
   * Starts a transaction if none is open: one that ends with the client's message and may turn out
   * to read only.
   */
  void beginImplicitly();

  /**
   * Before a write over several nodes; starts an implicit transaction if none is open: all of its
   * nodes, or none.
   *
   * @throws io.argosy.protocol.message.PostgresException 55000 when a node cannot take part
   */
  void ensureTransaction();

  /** Whether what runs outside of a transaction is a SERIALIZABLE one. */
  boolean serializesStatements();

  /**
   * Whether a read over several nodes runs in REPEATABLE READ transactions of its own: outside of a
   * transaction, and in one that sees with every statement what is committed by then, as long as it
   * has nothing of its own to see.
   */
  boolean readsBeside();

  /**
   * Whether a read runs in the backends of a transaction in which every statement takes a snapshot
   * of its own, on each node by itself: READ COMMITTED, with something of its own to see. False
   * where nobody cares whether they fit together.
   */
  boolean snapshotPerStatement();

  /**
   * A backend on a node that is in no transaction, for the time of the statement: beside that of
   * the session's transaction, if there is one.
   */
  NodeSession beside(int node);

  /**
   * Takes backends for {@link #beside} where they are free now: who holds a transaction open, and
   * need not, is not to wait for those that may wait for it.
   *
   * @return whether all of them were, and nobody may be waiting for what the transaction has locked
   */
  boolean takeBeside(Collection<Integer> nodes);

  /**
   * Gives back what {@link #takeBeside} has taken; at the latest that is done with the statement.
   */
  void giveBackBeside();

  /**
   * The name of the snapshot that the session's transaction has on a node, for transactions beside
   * it; empty where it may make temporary tables itself, or has a snapshot per statement.
   */
  Optional<String> exportedSnapshot(int node);

  /**
   * Tells that the session's transaction has locked a table, for which backends beside it would
   * wait with a question about a statement.
   */
  void markTablesLocked();

  /** Whether the session keeps its backend on the home node, which has something of its own. */
  boolean homePinned();

  /** A statement starts that takes numbers from sequences, which the session may ask for later. */
  void takeNumbers();

  /** Whether that transaction may not write, not even temporary tables. */
  boolean readOnly();

  /** Where the session's statements are planned. */
  Planning planning();

  /** The value of a setting of Argosy's own in this session. */
  String setting(String name);

  /**
   * The planner settings that a node's part of a statement runs with, by name; empty where those of
   * the session are to hold.
   */
  Map<String, String> fragmentSettings(int node);

  /**
   * The settings that the coordinator keeps from the nodes, by name, with the values that a
   * statement is to find if it reads them; empty where they are the nodes' own.
   */
  Map<String, String> keptSettings();

  /** A number that no other call in this session has given, for names of temporary objects. */
  int nextNumber();

  /**
   * After parts of tables were read on all nodes that are known, which no guard has looked at.
   *
   * @throws io.argosy.protocol.message.PostgresException AR001 when there may have been more nodes
   */
  void requireKnownNodes();
}
