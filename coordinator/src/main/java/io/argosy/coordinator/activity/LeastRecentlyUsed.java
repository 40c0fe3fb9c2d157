package io.argosy.coordinator.activity;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map that forgets what was not looked up for longest when it would hold too much: exactly that,
 * since users are told which statements are listed. Not thread-safe, not even for looking up.
 */
final class LeastRecentlyUsed<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;

  private final int entries;

  /**
   * An empty one.
   *
   * @param entries the most that it holds
   */
  LeastRecentlyUsed(int entries) {
    super(64, 0.75f, true);
    this.entries = entries;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > entries;
  }
}
