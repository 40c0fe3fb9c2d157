package io.argosy.coordinator.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.Coordinator;
import java.util.List;

/** What tests of transactions do at their end. */
public final class Recovered {
  /** Lists what coordinators have prepared on a node. */
  public static final String PREPARED =
      "SELECT gid FROM pg_prepared_xacts WHERE gid LIKE 'argosy%'";

  /** Each coordinator looks every ten seconds, so it takes longer than a read may want them. */
  private static final String KEPT_TOO_LONG =
      "SELECT gid, since FROM argosy.commit_records WHERE since < clock_timestamp() - interval '1"
          + " min'";

  private Recovered() {}

  /**
   * Returns when no node has anything prepared. The other coordinators of the cluster recover too,
   * whenever they like: what one of them is ending is left to it. Records are kept for a while.
   */
  public static void untilNothingIsLeft(Coordinator coordinator) {
    await()
        .untilAsserted(
            () -> {
              coordinator.transactions().recover();
              assertThat(SharedCluster.onNodes(PREPARED)).allMatch(List::isEmpty);
              assertThat(SharedCluster.onNode(0, KEPT_TOO_LONG)).isEmpty();
            });
  }
}
