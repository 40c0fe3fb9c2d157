package io.argosy.tests.histories;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets parts of a cluster and links between them fail at random, one after the other. */
final class Faults implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Faults.class);

  /** Links on which a changed bit must be noticed: what is between ours has checksums. */
  private static final String CHECKED = "coordinator \\d+ to agent \\d+";

  private final LinkedCluster cluster;
  private final Random random;
  private final Duration longest;
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> told = new ArrayList<>();
  private final Thread thread;
  private volatile boolean stopped;
  private volatile Throwable failure;

  /**
   * Begins.
   *
   * @param longest for which something is frozen or stalled
   */
  Faults(LinkedCluster cluster, Random random, Duration longest) {
    this.cluster = cluster;
    this.random = random;
    this.longest = longest;
    this.thread = Thread.ofPlatform().start(this::run);
  }

  private void run() {
    try {
      while (!stopped) {
        Thread.sleep(random.nextLong(200, 1500));
        inflict();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | AssertionError e) {
      failure = e;
    }
  }

  private void inflict() throws InterruptedException {
    switch (random.nextInt(5)) {
      case 0 -> restart();
      case 1 -> freeze();
      case 2 -> stall();
      case 3 -> {
        String link = anyOf(List.copyOf(cluster.links().keySet()));
        tell("cut", link);
        cluster.links().get(link).cut();
      }
      default -> {
        String link =
            anyOf(cluster.links().keySet().stream().filter(e -> e.matches(CHECKED)).toList());
        tell("flip", link);
        cluster.links().get(link).flip(new Random(random.nextLong()));
      }
    }
  }

  private void restart() {
    String part = anyOf(List.copyOf(cluster.parts().keySet()));
    tell("kill", part);
    cluster.parts().get(part).restart();
    tell("started", part);
  }

  private void freeze() throws InterruptedException {
    String part = anyOf(List.copyOf(cluster.parts().keySet()));
    Duration duration = duration();
    tell("freeze", part + " for " + duration.toMillis() + " ms");
    cluster.parts().get(part).freeze();
    try {
      Thread.sleep(duration);
    } finally {
      cluster.parts().get(part).thaw();
    }
  }

  private void stall() throws InterruptedException {
    String link = anyOf(List.copyOf(cluster.links().keySet()));
    Duration duration = duration();
    tell("stall", link + " for " + duration.toMillis() + " ms");
    cluster.links().get(link).stall(duration);
    // Others may fail meanwhile.
    Thread.sleep(random.nextLong(duration.toMillis()));
  }

  /** Short ones mostly. */
  private Duration duration() {
    double part = random.nextDouble();
    return Duration.ofMillis(100 + (long) (part * part * longest.toMillis()));
  }

  private String anyOf(List<String> names) {
    return names.stream().sorted().skip(random.nextInt(names.size())).findFirst().orElseThrow();
  }

  private void tell(String kind, String what) {
    LOG.debug("{} {}", kind, what);
    counts.merge(kind, 1, Integer::sum);
    told.add(System.nanoTime() + " " + kind + " " + what);
  }

  /** How many there were of each kind. */
  Map<String, Integer> counts() {
    return counts;
  }

  /** All of them, with their time. */
  List<String> told() {
    return told;
  }

  /** Ends when the last one is over. */
  @Override
  public void close() throws InterruptedException {
    stopped = true;
    thread.join();
    if (failure != null) {
      throw new AssertionError("a fault could not be made", failure);
    }
  }
}
