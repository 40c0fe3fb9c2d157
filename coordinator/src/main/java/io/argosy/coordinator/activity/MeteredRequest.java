package io.argosy.coordinator.activity;

import io.argosy.coordinator.resource.NodeRequest;
import io.argosy.coordinator.resource.RequestLedger;
import io.argosy.node.ResourceUse;
import java.util.Optional;
import java.util.function.Supplier;

/** A request for a statement, from when it is sent. Used by one thread. */
final class MeteredRequest {
  private final StatementActivity statement;
  private final String step;
  private final NodeTraffic traffic;
  private final Supplier<Optional<ResourceUse>> use;
  private final long begin;
  private boolean ended;

  /**
   * @param use what it has used, when it has ended
   */
  MeteredRequest(
      StatementActivity statement,
      String step,
      NodeTraffic traffic,
      Supplier<Optional<ResourceUse>> use) {
    this.statement = statement;
    this.step = step;
    this.traffic = traffic;
    this.use = use;
    this.begin = statement.ledger().now();
  }

  /** So many bytes more have come. */
  void received(long bytes) {
    statement.addBytes(bytes);
  }

  /** It has been answered, or given up; told once. */
  void ended(NodeRequest.Kind kind, long rawBytes, long wireBytes) {
    if (ended) {
      return;
    }
    ended = true;
    if (kind == NodeRequest.Kind.SEND) {
      statement.addBytes(rawBytes);
    }
    Optional<ResourceUse> used = use.get();
    used.ifPresent(traffic::addUse);
    RequestLedger ledger = statement.ledger();
    ledger.add(
        new NodeRequest(
            step, traffic.node(), kind, begin, ledger.now(), rawBytes, wireBytes, used));
  }
}
