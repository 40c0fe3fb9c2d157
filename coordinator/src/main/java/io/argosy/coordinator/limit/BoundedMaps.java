package io.argosy.coordinator.limit;

import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.ConcurrentMap;

/**
 * Maps that forget something when they would hold too much: by preference what is looked up seldom,
 * which may be what has just been put into it.
 */
public final class BoundedMaps {
  private BoundedMaps() {}

  /**
   * An empty one.
   *
   * @param entries the most that it holds, but for a moment while several threads change it
   */
  public static <K, V> ConcurrentMap<K, V> of(int entries) {
    // Whoever changes it tidies it up: that takes microseconds, and another thread would be late.
    return Caffeine.newBuilder().maximumSize(entries).executor(Runnable::run).<K, V>build().asMap();
  }
}
