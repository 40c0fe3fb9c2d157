package io.argosy.coordinator.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings that PostgreSQL reports to clients, and what this client knows of them. */
public final class ReportedSettings {
  /** As PostgreSQL writes them. */
  public static final List<String> NAMES =
      List.of(
          "server_version",
          "server_encoding",
          "client_encoding",
          "application_name",
          "is_superuser",
          "session_authorization",
          "DateStyle",
          "IntervalStyle",
          "TimeZone",
          "integer_datetimes",
          "standard_conforming_strings",
          "default_transaction_read_only",
          "in_hot_standby",
          "scram_iterations",
          "search_path",
          "argosy.version");

  private final Map<String, String> told = new LinkedHashMap<>();
  private SettingChanges.InForce last;

  /** The client is told these at the start of its session. */
  public void start(Map<String, String> shown) {
    told.putAll(shown);
  }

  public Map<String, String> told() {
    return Map.copyOf(told);
  }

  /** What the client does not know yet, which it is told now. */
  public Map<String, String> changes(SettingChanges settings) {
    SettingChanges.InForce inForce = settings.inForce();
    if (last != null && inForce.isSame(last)) {
      return Map.of();
    }
    last = inForce;
    Map<String, String> changes = new LinkedHashMap<>();
    told.forEach(
        (name, value) -> {
          String now = settings.reported(SessionSettings.key(name), inForce);
          if (now != null && !now.equals(value)) {
            changes.put(name, now);
          }
        });
    told.putAll(changes);
    return changes;
  }
}
