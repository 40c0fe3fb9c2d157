package io.argosy.coordinator.resource;

import io.argosy.node.ResourceUse;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the time of a statement went, cause by cause, in nanoseconds: that of its critical path,
 * since what happened beside it made nothing longer.
 */
public final class TimeShares {
  private final Map<TimeCause, Long> causes = new EnumMap<>(TimeCause.class);

  /** Of each cause, by nodes. */
  private final Map<TimeCause, Map<String, Long>> nodes = new EnumMap<>(TimeCause.class);

  private long total;

  private TimeShares() {}

  /**
   * The shares of a path.
   *
   * @param path what was done after planning
   * @param planning how long that took before it, in nanoseconds
   * @param unknown how long it went on behind it
   * @param paused for how long of the path all waited for the client, which is not the statement's
   */
  public static TimeShares of(
      List<CriticalPath.Section> path, long planning, long unknown, long paused) {
    TimeShares shares = new TimeShares();
    shares.total = planning + unknown;
    shares.add(TimeCause.OTHER, "", unknown);
    shares.add(TimeCause.PLANNING, "", planning);
    for (CriticalPath.Section section : path) {
      shares.total += section.nanoseconds();
      section
          .request()
          .ifPresentOrElse(
              request -> shares.add(request, section.nanoseconds()),
              () -> shares.add(TimeCause.COORDINATOR, "", section.nanoseconds()));
    }
    shares.leaveOut(paused);
    return shares;
  }

  /** A request that waits for the client looks like one that waits for others. */
  private void leaveOut(long paused) {
    long rest = paused;
    for (TimeCause cause :
        List.of(TimeCause.PEERS, TimeCause.COORDINATOR, TimeCause.NETWORK, TimeCause.OTHER)) {
      long part = Math.min(rest, of(cause));
      if (part > 0) {
        double kept = 1 - (double) part / of(cause);
        causes.merge(cause, -part, Long::sum);
        nodes.computeIfPresent(
            cause,
            (ignored, times) -> {
              times.replaceAll((node, time) -> Math.round(kept * time));
              return times;
            });
        total -= part;
        rest -= part;
      }
    }
  }

  /** A part of a request counts as its part of all that the request did. */
  private void add(NodeRequest request, long nanoseconds) {
    double part = request.duration() <= 0 ? 0 : (double) nanoseconds / request.duration();
    if (request.use().isEmpty()) {
      add(TimeCause.OTHER, request.node(), nanoseconds);
      return;
    }
    ResourceUse use = request.use().get();
    long elapsed = Math.min(use.elapsed(), request.duration());
    long running = Math.min(use.processor(), elapsed);
    long system = Math.min(use.system(), running);
    long rest = elapsed - running;
    long queue = Math.min(use.queue(), rest);
    rest -= queue;
    long disk = Math.min(use.disk(), rest);
    rest -= disk;
    long workers = Math.min(use.workerProcessor() + use.workerQueue(), rest);
    rest -= workers;
    long peers = Math.min(use.peers(), rest);
    rest -= peers;
    String node = request.node();
    add(TimeCause.USER, node, part * (running - system));
    add(TimeCause.SYSTEM, node, part * system);
    add(TimeCause.QUEUE, node, part * queue);
    add(TimeCause.DISK, node, part * disk);
    add(TimeCause.WORKERS, node, part * workers);
    add(TimeCause.PEERS, node, part * peers);
    add(TimeCause.OTHER, node, part * rest);
    add(TimeCause.NETWORK, node, part * (request.duration() - elapsed));
  }

  private void add(TimeCause cause, String node, double nanoseconds) {
    long rounded = Math.round(nanoseconds);
    if (rounded > 0) {
      causes.merge(cause, rounded, Long::sum);
      if (!node.isEmpty()) {
        nodes.computeIfAbsent(cause, ignored -> new TreeMap<>()).merge(node, rounded, Long::sum);
      }
    }
  }

  /** All of the time. */
  public long total() {
    return total;
  }

  /** What went to a cause. */
  public long of(TimeCause cause) {
    return causes.getOrDefault(cause, 0L);
  }

  /** The same by nodes; empty for what is no node's. */
  public Map<String, Long> byNode(TimeCause cause) {
    return Collections.unmodifiableMap(nodes.getOrDefault(cause, Map.of()));
  }

  /** Which share of the time is explained, from 0 to 1. */
  public double explained() {
    return total == 0 ? 1 : 1 - (double) of(TimeCause.OTHER) / total;
  }
}
