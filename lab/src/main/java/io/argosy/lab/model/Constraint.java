package io.argosy.lab.model;

import java.util.ArrayList;
import java.util.List;

/**
 * One inequality of the model: the demands on a resource, each stream by speed, are together at
 * most what there is of it.
 *
 * @param node the kind of node
 * @param resource its resource
 * @param available how much of the resource there is: 1, or the processors of the node
 * @param demands the steps that share it
 */
public record Constraint(String node, String resource, double available, List<Demand> demands) {
  public Constraint {
    demands = List.copyOf(demands);
  }

  /** A resource of which there is one. */
  static Constraint one(String node, String resource, Demand... demands) {
    return new Constraint(node, resource, 1, List.of(demands));
  }

  /**
   * The constraints of streams that flow at the same time: what both want of a resource is wanted
   * together.
   */
  static List<Constraint> together(List<Constraint> first, List<Constraint> second) {
    List<Constraint> all = new ArrayList<>(first);
    for (Constraint more : second) {
      boolean shared = false;
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i).isOf(more)) {
          all.set(i, all.get(i).with(more.demands));
          shared = true;
        }
      }
      if (!shared) {
        all.add(more);
      }
    }
    return all;
  }

  private boolean isOf(Constraint other) {
    return node.equals(other.node) && resource.equals(other.resource);
  }

  private Constraint with(List<Demand> more) {
    List<Demand> all = new ArrayList<>(demands);
    all.addAll(more);
    return new Constraint(node, resource, available, all);
  }

  /** The highest throughput of the whole stream that it allows, in bytes per second. */
  public double highestThroughput() {
    return available / demands.stream().mapToDouble(Demand::share).sum();
  }
}
