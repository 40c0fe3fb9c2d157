package io.argosy.coordinator.metadata;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the database has constraints or triggers that may be checked as late as at COMMIT, which
 * then may wait for locks; those of temporary tables are not looked at. The home node is asked once
 * for each version of its catalog, and nobody waits for its answer. Thread-safe.
 */
public final class DeferredChecks {
  private static final Logger LOG = LoggerFactory.getLogger(DeferredChecks.class);

  private static final String THERE =
      """
      SELECT EXISTS (
               SELECT FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
               WHERE k.condeferrable AND c.relpersistence <> 't')
             OR EXISTS (
               SELECT FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
               WHERE t.tgdeferrable AND c.relpersistence <> 't')\
      """;

  private final Cluster cluster;
  private final Supplier<List<Long>> versions;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile Answer last = new Answer(List.of(), true);

  private record Answer(List<Long> versions, boolean there) {}

  /**
   * @param versions the versions of the nodes' catalogs that are known
   */
  DeferredChecks(Cluster cluster, Supplier<List<Long>> versions) {
    this.cluster = cluster;
    this.versions = versions;
  }

  /** Whether there are any, or nobody knows yet. */
  public boolean mayBeThere() {
    List<Long> now = versions.get();
    Answer known = last;
    if (known.versions().equals(now)) {
      return known.there();
    }
    if (asking.compareAndSet(false, true)) {
      Thread.ofVirtual().name("deferred-checks").start(() -> ask(now));
    }
    return true;
  }

  private void ask(List<Long> now) {
    try (NodeSession session = cluster.openAsAdministrator(cluster.home())) {
      last = new Answer(now, TextResult.run(session, THERE).single().equals("t"));
    } catch (PostgresException e) {
      LOG.debug("the home node does not tell whether checks can be deferred", e);
    } finally {
      asking.set(false);
    }
  }
}
