package io.argosy.coordinator.session;

import java.util.Map;
import java.util.TreeMap;

/**
 * The PostgreSQL settings of a session that differ from its role's defaults. They are applied to
 * every backend that the session leases.
 */
final class SessionSettings {
  private final Map<String, String> initial;
  private Map<String, String> current;

  /**
   * @param initial what the session starts with, and what RESET returns to
   */
  SessionSettings(Map<String, String> initial) {
    this.initial = Map.copyOf(initial);
    this.current = this.initial;
  }

  /** An immutable snapshot. */
  Map<String, String> current() {
    return current;
  }

  void restore(Map<String, String> snapshot) {
    current = snapshot;
  }

  void set(String name, String value) {
    Map<String, String> changed = new TreeMap<>(current);
    changed.put(name, value);
    current = Map.copyOf(changed);
  }

  /** Returns a setting to what the session started with; gives that, or null for the default. */
  String reset(String name) {
    Map<String, String> changed = new TreeMap<>(current);
    String value = initial.get(name);
    if (value == null) {
      changed.remove(name);
    } else {
      changed.put(name, value);
    }
    current = Map.copyOf(changed);
    return value;
  }

  void resetAll() {
    current = initial;
  }

  /** What the session started with. */
  Map<String, String> initial() {
    return initial;
  }
}
