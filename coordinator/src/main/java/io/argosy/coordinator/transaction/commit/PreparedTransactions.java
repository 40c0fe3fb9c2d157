package io.argosy.coordinator.transaction.commit;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.Parallel;
import io.argosy.coordinator.cluster.PromptAnswer;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/** The parts of transactions that nodes have prepared. */
public final class PreparedTransactions {
  private static final String NO_SUCH_TRANSACTION = "42704";

  /** What says that the node itself cannot be reached, or that its server starts or stops. */
  private static final List<String> NODE_LOST = List.of("08", "57P");

  private final Cluster cluster;

  public PreparedTransactions(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * A part of a transaction that a node has prepared.
   *
   * @param node the node's position
   * @param since when, as PostgreSQL writes it
   */
  public record Part(GlobalTransactionId id, int node, String since) {}

  /**
   * What nodes have said.
   *
   * @param parts what they have prepared, in the order of the nodes
   * @param lost those that could not be asked, by position, and why
   */
  public record Answers(List<Part> parts, Map<Integer, PostgresException> lost) {}

  /**
   * What the nodes have prepared of Argosy's in this database. All are asked but the home node,
   * which never prepares.
   */
  public Answers onAll() {
    return on(cluster.positions());
  }

  /** The same of some nodes; a position of which there is no node stands for nothing. */
  public Answers on(Collection<Integer> nodes) {
    Map<Integer, List<Part>> parts = new ConcurrentSkipListMap<>();
    Map<Integer, PostgresException> lost =
        Parallel.onEach(
            nodes.stream()
                .filter(node -> node != Cluster.HOME && node < cluster.nodes().size())
                .toList(),
            node -> parts.put(node, on(node)));
    return new Answers(parts.values().stream().flatMap(List::stream).toList(), lost);
  }

  /**
   * Whether all nodes answer, and have prepared nothing but of some coordinators.
   *
   * @param coordinators tells by their numbers
   */
  public boolean areAll(LongPredicate coordinators) {
    Answers answers = onAll();
    return answers.lost().isEmpty()
        && answers.parts().stream().allMatch(part -> coordinators.test(part.id().coordinator()));
  }

  private List<Part> on(int node) {
    List<Part> parts = new ArrayList<>();
    try (NodeSession session = cluster.openAsAdministrator(cluster.nodes().get(node))) {
      for (List<String> row :
          PromptAnswer.of(
                  session,
                  "SELECT gid, prepared FROM pg_catalog.pg_prepared_xacts"
                      + " WHERE database = pg_catalog.current_database() AND gid LIKE "
                      + Identifiers.literal(GlobalTransactionId.PATTERN))
              .rows()) {
        GlobalTransactionId.parse(row.get(0))
            .ifPresent(id -> parts.add(new Part(id, node, row.get(1))));
      }
    }
    return parts;
  }

  /** The other databases in which the nodes have prepared something of Argosy's. */
  public Set<String> otherDatabases() {
    Set<String> databases = new ConcurrentSkipListSet<>();
    Parallel.onAll(
        IntStream.range(Cluster.HOME + 1, cluster.nodes().size()).boxed().toList(),
        node -> databases.addAll(otherDatabases(node)));
    return databases;
  }

  private List<String> otherDatabases(int node) {
    try (NodeSession session = cluster.openAsAdministrator(cluster.nodes().get(node))) {
      return TextResult.run(
              session,
              "SELECT DISTINCT database FROM pg_catalog.pg_prepared_xacts"
                  + " WHERE database <> pg_catalog.current_database() AND gid LIKE "
                  + Identifiers.literal(GlobalTransactionId.PATTERN))
          .rows()
          .stream()
          .map(List::getFirst)
          .toList();
    }
  }

  /** The statement that ends a part. */
  static String ending(GlobalTransactionId id, boolean commit) {
    return (commit ? "COMMIT" : "ROLLBACK") + " PREPARED " + Identifiers.literal(id.text());
  }

  /**
   * Ends a part on a node, in a backend of its own; does nothing where it is not prepared (any
   * more).
   *
   * @return whether it was prepared
   * @throws PostgresException when the node cannot be reached or does not do it
   */
  public boolean end(int node, GlobalTransactionId id, boolean commit) {
    try (NodeSession session = asOwner(cluster.nodes().get(node), id)) {
      TextResult.run(session, ending(id, commit));
      return true;
    } catch (PostgresException e) {
      if (!e.error().sqlState().equals(NO_SUCH_TRANSACTION)) {
        throw e;
      }
      return false;
    }
  }

  /**
   * Only its owner and superusers may end it. Where the owner cannot log in any more, for whatever
   * reason, the administrator tries; perhaps it is one of these.
   */
  private NodeSession asOwner(Node node, GlobalTransactionId id) {
    try {
      return node.open(new SessionOptions(cluster.database(), id.role(), Map.of()));
    } catch (PostgresException e) {
      if (NODE_LOST.stream().anyMatch(e.error().sqlState()::startsWith)) {
        throw e;
      }
      return cluster.openAsAdministrator(node);
    }
  }
}
