package io.argosy.coordinator.resource;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What limits a statement: to have more of it would make the statement faster.
 *
 * @param resource which resource
 * @param node of which node most of it; empty for what is no node's
 * @param share which share of the statement's time it takes, from 0 to 1
 */
public record Bottleneck(Resource resource, Optional<String> node, double share) {
  /** What there can be too little of. */
  public enum Resource {
    PROCESSOR("processors"),
    DISK("disk"),
    NETWORK("network and agent"),
    PEERS("who takes or sends rows"),
    COORDINATOR("coordinator"),
    PLANNING("planning"),
    WAITING("waiting");

    private final String words;

    Resource(String words) {
      this.words = words;
    }

    /** As people read it. */
    public String words() {
      return words;
    }
  }

  /** The resource that took most of the time; empty where there is no time. */
  static Optional<Bottleneck> of(TimeShares shares) {
    Map<Resource, Long> times = new EnumMap<>(Resource.class);
    for (TimeCause cause : TimeCause.values()) {
      times.merge(resource(cause), shares.of(cause), Long::sum);
    }
    return times.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .filter(most -> most.getValue() > 0)
        .map(
            most ->
                new Bottleneck(
                    most.getKey(),
                    node(shares, most.getKey()),
                    (double) most.getValue() / shares.total()));
  }

  private static Resource resource(TimeCause cause) {
    return switch (cause) {
      case USER, SYSTEM, WORKERS, QUEUE -> Resource.PROCESSOR;
      case DISK -> Resource.DISK;
      case NETWORK -> Resource.NETWORK;
      case PEERS -> Resource.PEERS;
      case COORDINATOR -> Resource.COORDINATOR;
      case PLANNING -> Resource.PLANNING;
      case OTHER -> Resource.WAITING;
    };
  }

  private static Optional<String> node(TimeShares shares, Resource resource) {
    Map<String, Long> nodes = new TreeMap<>();
    for (TimeCause cause : TimeCause.values()) {
      if (resource(cause) == resource) {
        shares.byNode(cause).forEach((node, time) -> nodes.merge(node, time, Long::sum));
      }
    }
    return nodes.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }
}
