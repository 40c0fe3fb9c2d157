package io.argosy.coordinator.activity;

import io.argosy.node.ResourceUse;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What has passed between the clients' sessions and one node since the start. Thread-safe. */
public final class NodeTraffic {
  private final int position;
  private final String node;
  private final AtomicInteger leased = new AtomicInteger();
  private final LongAdder received = new LongAdder();
  private final LongAdder network = new LongAdder();
  private final LongAdder shipped = new LongAdder();
  private final LongAdder moved = new LongAdder();
  private final LongAdder processor = new LongAdder();
  private final LongAdder queue = new LongAdder();
  private final LongAdder diskRead = new LongAdder();

  NodeTraffic(int position, String node) {
    this.position = position;
    this.node = node;
  }

  /** The node's position. */
  public int position() {
    return position;
  }

  /** The node's name. */
  public String node() {
    return node;
  }

  /** How many of its backends sessions have at the moment. */
  public int leased() {
    return leased.get();
  }

  /** Bytes of PostgreSQL messages that it has answered. */
  public long received() {
    return received.sum();
  }

  /** Bytes that crossed the network for them: compressed, with frame headers. */
  public long network() {
    return network.sum();
  }

  /** Bytes of rows that the coordinator has loaded into it. */
  public long shipped() {
    return shipped.sum();
  }

  /** Bytes of rows that it has sent to nodes, itself too, in moves. */
  public long moved() {
    return moved.sum();
  }

  /** Nanoseconds of processors for its backends and their parallel workers, as far as known. */
  public long processor() {
    return processor.sum();
  }

  /** Nanoseconds for which these waited for a processor, as far as known. */
  public long queue() {
    return queue.sum();
  }

  /** Bytes that were read from its disks, as far as known. */
  public long diskRead() {
    return diskRead.sum();
  }

  void addUse(ResourceUse use) {
    processor.add(use.allProcessors());
    queue.add(use.queue() + use.workerQueue());
    use.files().ifPresent(files -> diskRead.add(files.fromDisk()));
  }

  void leased(int change) {
    leased.addAndGet(change);
  }

  void addReceived(long raw, long wire) {
    received.add(raw);
    network.add(wire);
  }

  void addShipped(long bytes) {
    shipped.add(bytes);
  }

  void addMoved(long bytes) {
    moved.add(bytes);
  }
}
