package io.argosy.coordinator.execute.snapshot;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.ParallelFragments;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.transaction.barrier.FractureCheck;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier.Section;
import io.argosy.coordinator.transaction.barrier.SnapshotShare;
import io.argosy.coordinator.transaction.barrier.SnapshotShares;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Request.Extended.Snapshot;
import io.argosy.protocol.message.PostgresException;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * How the fragments of one read come to see one state of all nodes. Beside a transaction each of
 * them is one, and all take their snapshots together, at no cost of a round trip. In a transaction
 * that takes a snapshot with every statement they do so when all locks are held that they could
 * wait for. Otherwise the transactions that they are parts of have settled what they see.
 */
public final class ReadSnapshots {
  /** How a fragment comes to its snapshot. */
  private final Snapshot snapshot;

  /** Opens the section in which the snapshots are taken; not used where they are settled. */
  private final Function<Collection<Integer>, Section> gate;

  /** Makes the check of the snapshots when the section has been opened. */
  private final Supplier<FractureCheck> check;

  private ReadSnapshots(
      Snapshot snapshot,
      Function<Collection<Integer>, Section> gate,
      Supplier<FractureCheck> check) {
    this.snapshot = snapshot;
    this.gate = gate;
    this.check = check;
  }

  /** For fragments that are parts of transactions which have begun. */
  public static ReadSnapshots settled() {
    return new ReadSnapshots(
        Snapshot.OF_TRANSACTION,
        nodes -> {
          throw new IllegalStateException("nobody takes snapshots here");
        },
        () -> FractureCheck.NONE);
  }

  /**
   * For fragments in the session's own backends whose snapshots are taken when they are bound.
   *
   * @param gate opens the section for snapshots of some nodes
   */
  static ReadSnapshots ofStatement(Function<Collection<Integer>, Section> gate) {
    return new ReadSnapshots(Snapshot.TOLD, gate, () -> FractureCheck.NONE);
  }

  /**
   * For a read of a session on some nodes.
   *
   * @param repeatable whether it can start again: no function that it calls may write
   */
  public static ReadSnapshots of(NodeBackends backends, int nodes, boolean repeatable) {
    if (nodes <= 1) {
      return settled();
    }
    if (backends.readsBeside()) {
      return beside(backends, repeatable);
    }
    return backends.snapshotPerStatement() ? ofStatement(backends.snapshots()::section) : settled();
  }

  /**
   * For fragments that are transactions, in backends that are in none.
   *
   * @param repeatable as in {@link #of}
   */
  public static ReadSnapshots beside(NodeBackends backends, boolean repeatable) {
    return new ReadSnapshots(
        Snapshot.OWN_TRANSACTION,
        backends.snapshots()::section,
        () -> repeatable ? backends.snapshots().fractureCheck(true) : FractureCheck.NONE);
  }

  /** The backend of a node's fragment. */
  public NodeSession session(NodeBackends backends, int node) {
    return snapshot == Snapshot.OWN_TRANSACTION ? backends.beside(node) : backends.on(node);
  }

  /** What a fragment's backend is to be asked. */
  public Request.Extended request(Request.Extended request) {
    return request.withSnapshot(snapshot);
  }

  /** Whether fragments take their snapshots one by one in the session's own backends. */
  public boolean perStatement() {
    return snapshot == Snapshot.TOLD;
  }

  /**
   * Before the fragments start: waits until no commit is under way, and holds the next ones up
   * until all fragments have their snapshots.
   *
   * @param fragments they must be started now
   * @throws PostgresException when a fragment cannot be bound
   */
  public List<Fragment> begin(List<Fragment> fragments) {
    if (snapshot == Snapshot.OF_TRANSACTION || fragments.isEmpty()) {
      return fragments;
    }
    return told(fragments, shares(fragments, 0));
  }

  /** The same when a backend more takes part. */
  public WithHome beginWithHome(List<Fragment> fragments) {
    if (snapshot == Snapshot.OF_TRANSACTION) {
      return new WithHome(fragments, SnapshotShare.NONE);
    }
    SnapshotShares shares = shares(fragments, 1);
    return new WithHome(told(fragments, shares), shares.share(Cluster.HOME));
  }

  /**
   * Fragments beside a workplace.
   *
   * @param home told when the workplace has its snapshot, or has failed
   */
  public record WithHome(List<Fragment> fragments, SnapshotShare home) {}

  /** Starts the last step of a statement, on one node; it has its snapshot when this returns. */
  public NodeExecution start(Fragment step, StatementRun run) {
    if (snapshot == Snapshot.OF_TRANSACTION) {
      return new NodeExecution(step.session(), step.node(), step.request(), run);
    }
    rehearse(List.of(step));
    NodeExecution started = null;
    try (Section section = gate.apply(List.of(step.node()))) {
      started = new NodeExecution(step.session(), step.node(), step.request(), run);
      started.awaitSnapshot();
    } catch (RuntimeException e) {
      if (started != null) {
        started.close();
      }
      throw e;
    }
    return started;
  }

  /**
   * Before the last step of a statement starts that writes: it is to be based on what the steps
   * before it have seen, and takes snapshots as it likes.
   */
  public void settle() {
    if (snapshot != Snapshot.OF_TRANSACTION) {
      gate.apply(List.of()).close();
    }
  }

  private SnapshotShares shares(List<Fragment> fragments, int more) {
    if (snapshot == Snapshot.TOLD) {
      rehearse(fragments);
    }
    // Outside the section, since who has the last backend of a node may wait to commit.
    fragments.forEach(fragment -> fragment.session().awaitOpened());
    List<Integer> nodes = fragments.stream().map(Fragment::node).toList();
    Section section = gate.apply(nodes);
    return new SnapshotShares(section, check.get(), nodes.size() + more);
  }

  /**
   * Outside the section, since a lock may have to be waited for whose holder waits to commit. The
   * guards are asked here, too: what is bound may fail by a text that is outdated. When it is run
   * they are asked again, since not all that changes the catalog waits for these locks.
   */
  private static void rehearse(List<Fragment> fragments) {
    List<Fragment> rehearsals =
        fragments.stream()
            .map(
                fragment ->
                    new Fragment(
                        fragment.node(),
                        fragment.session(),
                        new Request.Rehearsal(statement(fragment))))
            .toList();
    try (ParallelFragments running = new ParallelFragments(rehearsals)) {
      // What there is to tell is told again when the statement is run.
      running.awaitAll(ignored -> {});
    }
  }

  private static Request.Extended statement(Fragment fragment) {
    if (fragment.request() instanceof Request.Extended statement) {
      return statement;
    }
    throw new IllegalArgumentException("a fragment is one statement, not " + fragment.request());
  }

  private static List<Fragment> told(List<Fragment> fragments, SnapshotShares shares) {
    return fragments.stream()
        .map(
            fragment ->
                new Fragment(
                    fragment.node(),
                    fragment.session(),
                    fragment.request(),
                    shares.share(fragment.node())))
        .toList();
  }
}
