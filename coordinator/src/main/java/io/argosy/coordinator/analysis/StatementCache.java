package io.argosy.coordinator.analysis;

import io.argosy.coordinator.cluster.LoggedInRole;
import io.argosy.coordinator.limit.BoundedMaps;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Descriptions and plans by statement text, dropped when the catalog changes. What a text means
 * depends on the role and its settings too (search_path, DateStyle ..), so they are a part of the
 * key. Thread-safe.
 */
public final class StatementCache {
  private static final int ENTRIES = 2000;

  /**
   * @param parameterTypes the types that the client gave
   */
  private record Key(
      String sql, List<Integer> parameterTypes, LoggedInRole role, Map<String, String> settings) {}

  private final Map<Key, Description> descriptions;
  private final Map<Key, PlannedStatement> plans;

  /** Changes when the maps are empty: who sees it finds nothing older in them. */
  private volatile long version;

  /** One for all sessions. */
  public StatementCache() {
    this(ENTRIES);
  }

  /**
   * An empty one.
   *
   * @param entries how many descriptions and how many plans it remembers
   */
  public StatementCache(int entries) {
    descriptions = BoundedMaps.of(entries);
    plans = BoundedMaps.of(entries);
  }

  /** Changes whenever the catalog has changed. */
  public long version() {
    return version;
  }

  public Optional<Description> description(
      String sql, int[] parameterTypes, LoggedInRole role, Map<String, String> settings) {
    return Optional.ofNullable(descriptions.get(key(sql, parameterTypes, role, settings)));
  }

  public Optional<PlannedStatement> plan(
      String sql, int[] parameterTypes, LoggedInRole role, Map<String, String> settings) {
    return Optional.ofNullable(plans.get(key(sql, parameterTypes, role, settings)));
  }

  /**
   * Remembers a description.
   *
   * @param seen the version before it was asked for; when the catalog has changed since, it is not
   *     kept
   */
  public synchronized void put(
      long seen,
      String sql,
      int[] parameterTypes,
      LoggedInRole role,
      Map<String, String> settings,
      Description description) {
    if (seen == version) {
      descriptions.put(key(sql, parameterTypes, role, settings), description);
    }
  }

  /** Remembers a plan; as {@link #put(long, String, int[], LoggedInRole, Map, Description)}. */
  public synchronized void put(
      long seen,
      int[] parameterTypes,
      LoggedInRole role,
      Map<String, String> settings,
      PlannedStatement plan) {
    if (seen == version) {
      plans.put(key(plan.sql(), parameterTypes, role, settings), plan);
    }
  }

  /** Remembers another plan wherever this one is remembered. */
  public synchronized void replace(PlannedStatement plan, PlannedStatement better) {
    plans.forEach(
        (key, known) -> {
          if (known == plan) {
            plans.put(key, better);
          }
        });
  }

  /** A plan is not to be used again. */
  public synchronized void forget(PlannedStatement plan) {
    plans.values().removeIf(known -> known == plan);
  }

  /** The catalog has changed: everything is forgotten. */
  public synchronized void clear() {
    descriptions.clear();
    plans.clear();
    version++;
  }

  private static Key key(
      String sql, int[] parameterTypes, LoggedInRole role, Map<String, String> settings) {
    return new Key(sql, Arrays.stream(parameterTypes).boxed().toList(), role, settings);
  }
}
