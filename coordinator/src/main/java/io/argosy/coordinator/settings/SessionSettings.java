package io.argosy.coordinator.settings;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The PostgreSQL settings of a session that differ from its role's defaults. They are applied to
 * every backend that the session leases.
 */
public final class SessionSettings {
  /** The settings that say as whom the session acts: to set the second takes the first back. */
  public static final List<String> IDENTITY = List.of("role", "session_authorization");

  private Map<String, String> initial;
  private Map<String, String> shownAtStart = Map.of();
  private Map<String, String> current;
  private Map<String, String> followed = Map.of();

  /**
   * @param initial what the session starts with, and what RESET returns to
   * @throws io.argosy.protocol.message.PostgresException 22023 as {@link #set} does
   */
  public SessionSettings(Map<String, String> initial) {
    initial.forEach(SessionSettings::check);
    this.initial = Map.copyOf(initial);
    this.current = this.initial;
  }

  /**
   * The session has started.
   *
   * @param shown what PostgreSQL shows of settings that the coordinator wants to know
   */
  public void started(Map<String, String> shown) {
    shownAtStart =
        shown.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(entry -> key(entry.getKey()), Map.Entry::getValue));
  }

  /**
   * What PostgreSQL shows of a setting that was shown at the start, as it is now; null where it has
   * no such setting.
   *
   * @param name in lower case
   */
  public String shown(String name) {
    return shown(name, current);
  }

  /** What PostgreSQL has shown of it at the start. */
  String shownAtStart(String name) {
    return shownAtStart.get(name);
  }

  /** The same of settings that the session had at another time. */
  String shown(String name, Map<String, String> values) {
    String value = values.get(name);
    // What the client has asked for at the start may be written in another way.
    return value == null || value.equals(initial.get(name)) ? shownAtStart.get(name) : value;
  }

  /** A setting's name in lower case: PostgreSQL tells no difference. */
  static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** An immutable snapshot. */
  public Map<String, String> current() {
    return current;
  }

  /** These settings with others in their place; as immutable. */
  public Map<String, String> with(Map<String, String> others) {
    if (others.isEmpty()) {
      return current;
    }
    Map<String, String> changed = new TreeMap<>(current);
    changed.putAll(others);
    return Map.copyOf(changed);
  }

  public void restore(Map<String, String> snapshot) {
    current = snapshot;
  }

  /**
   * Changes a setting.
   *
   * @throws io.argosy.protocol.message.PostgresException 22023 for a value of a setting of our own
   *     with which the session could not go on
   */
  void set(String name, String value) {
    check(name, value);
    current = with(Map.of(name, value));
  }

  private static void check(String name, String value) {
    CardinalityFeedbackSetting.check(name, value);
    InlineLimit.check(name, value);
    PlanningBudget.check(name, value);
    ReadFromSetting.check(name, value);
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

  /** RESET ALL, which leaves out who the session acts as. */
  public void resetAll() {
    Map<String, String> reset = new TreeMap<>(initial);
    reset.keySet().removeAll(IDENTITY);
    current.forEach(
        (name, value) -> {
          if (IDENTITY.contains(name)) {
            reset.put(name, value);
          }
        });
    current = Map.copyOf(reset);
  }

  /** Returns to what the session started with. */
  public void discard() {
    current = initial;
  }

  /**
   * Has settings that the session cannot change, such as limits of the coordinator.
   *
   * @param operators the same object as long as nothing has changed
   */
  public void follow(Map<String, String> operators) {
    if (followed != operators) {
      followed = operators;
      Map<String, String> changed = new TreeMap<>(initial);
      changed.putAll(operators);
      initial = Map.copyOf(changed);
      current = with(operators);
    }
  }

  /** Whether it is one of those. */
  boolean isFollowed(String name) {
    return followed.containsKey(name);
  }

  /** What the session started with. */
  public Map<String, String> initial() {
    return initial;
  }
}
