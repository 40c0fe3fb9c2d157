package io.argosy.coordinator.resource;

/** What a statement's time went to, on the path that made it as long as it was. */
public enum TimeCause {
  /** The statement was read and planned, by the coordinator and by what it asks nodes for that. */
  PLANNING("planning"),
  /** A processor ran a backend, outside of the kernel. */
  USER("processor"),
  /** The same in the kernel. */
  SYSTEM("processor, in the kernel"),
  /** A backend waited for its parallel workers. */
  WORKERS("parallel workers"),
  /** A backend could have run, and all processors ran others. */
  QUEUE("waiting for a processor"),
  /** A backend waited for a disk. */
  DISK("disk"),
  /** A backend had rows that nobody took, or waited for rows. */
  PEERS("waiting for who takes or sends rows"),
  /** On the way between coordinator and server: network, agent. */
  NETWORK("network and agent"),
  /** No node was asked anything. */
  COORDINATOR("coordinator"),
  /** A backend slept for a reason that is not known: for a lock, or for another process. */
  OTHER("not explained");

  private final String words;

  TimeCause(String words) {
    this.words = words;
  }

  /** As people read it. */
  public String words() {
    return words;
  }
}
