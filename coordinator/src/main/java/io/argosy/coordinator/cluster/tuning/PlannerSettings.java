package io.argosy.coordinator.cluster.tuning;

import io.argosy.node.Machine;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Derives planner settings from a node's profile. PostgreSQL's defaults stand for a disk that turns
 * and a machine of 2005; what nobody has chosen is chosen here.
 */
public final class PlannerSettings {
  public static final String RANDOM_PAGE_COST = "random_page_cost";
  public static final String SEQ_PAGE_COST = "seq_page_cost";
  static final String EFFECTIVE_CACHE_SIZE = "effective_cache_size";

  /**
   * In memory a page costs nearly the same wherever it is. But rows that are scattered over pages
   * miss the processor's caches, and PostgreSQL counts a page once that an index leads to again and
   * again: with 1.1 it looks up the 30 line items of each of 200,000 parts (8 s) rather than to
   * read all six million once (0.8 s), from 1.2 on it does not.
   */
  private static final double IN_MEMORY = 1.3;

  /**
   * PostgreSQL's default, which takes into account that nine of ten random reads find their page in
   * a cache. A disk's own ratio may be larger; a plan should not be.
   */
  private static final double MOST = 4;

  /** As PostgreSQL's manual advises for effective_cache_size. */
  private static final double CACHE_SHARE = 0.75;

  private static final long MEGABYTE = 1L << 20;

  /** PostgreSQL counts the cache in pages, by an integer. */
  private static final long MOST_CACHE_MEGABYTES = (long) Integer.MAX_VALUE * 8 / 1024;

  private PlannerSettings() {}

  /** Values by name; nothing that the server's administrator or the role has chosen. */
  public static Map<String, String> of(NodeProfile profile) {
    Map<String, String> settings = new TreeMap<>();
    if (!profile.chosen().contains(RANDOM_PAGE_COST) && !profile.chosen().contains(SEQ_PAGE_COST)) {
      randomPageCost(profile)
          .ifPresent(
              cost -> settings.put(RANDOM_PAGE_COST, String.format(Locale.ROOT, "%.1f", cost)));
    }
    if (profile.machine().isPresent() && !profile.chosen().contains(EFFECTIVE_CACHE_SIZE)) {
      long megabytes = Math.clamp(cacheBytes(profile) / MEGABYTE, 1, MOST_CACHE_MEGABYTES);
      settings.put(EFFECTIVE_CACHE_SIZE, megabytes + "MB");
    }
    return settings;
  }

  private static OptionalDouble randomPageCost(NodeProfile profile) {
    if (fitsMemory(profile)) {
      return OptionalDouble.of(IN_MEMORY);
    }
    OptionalDouble measured =
        profile.machine().map(Machine::randomPageReads).orElse(OptionalDouble.empty());
    return measured.isPresent()
        ? OptionalDouble.of(Math.clamp(measured.getAsDouble(), IN_MEMORY, MOST))
        : OptionalDouble.empty();
  }

  /** Whether all of the database can be in a cache. */
  public static boolean fitsMemory(NodeProfile profile) {
    return profile.databaseBytes() <= cacheBytes(profile);
  }

  /**
   * How much of the database can be in a cache: of an unknown machine, what its server has, and
   * what its administrator has said of the operating system's.
   */
  public static long cacheBytes(NodeProfile profile) {
    return profile
        .machine()
        .map(machine -> (long) (machine.memoryBytes() * CACHE_SHARE))
        .orElse(
            profile.chosen().contains(EFFECTIVE_CACHE_SIZE)
                ? profile.effectiveCacheBytes()
                : profile.sharedBuffersBytes());
  }
}
