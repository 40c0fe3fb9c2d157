package io.argosy.agent.server;

import java.util.concurrent.atomic.LongAdder;

/** What an agent has done since its start. Thread-safe. */
public final class AgentStatistics {
  private final LongAdder rawBytes = new LongAdder();
  private final LongAdder wireBytes = new LongAdder();

  /** Bytes of PostgreSQL messages read from the server for coordinators. */
  public long rawBytes() {
    return rawBytes.sum();
  }

  /** Bytes sent to coordinators for them, with frame headers. */
  public long wireBytes() {
    return wireBytes.sum();
  }

  void read(long bytes) {
    rawBytes.add(bytes);
  }

  void sent(long bytes) {
    wireBytes.add(bytes);
  }
}
