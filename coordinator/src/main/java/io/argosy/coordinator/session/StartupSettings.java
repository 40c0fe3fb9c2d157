package io.argosy.coordinator.session;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.transaction.TransactionModes;
import io.argosy.coordinator.settings.EncodingSetting;
import io.argosy.coordinator.settings.ReportedSettings;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.settings.TimeLimits;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.encoding.ClientEncoding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings that a session starts with, as PostgreSQL shows them. Used by the session's thread,
 * when it is opened.
 */
final class StartupSettings {
  private StartupSettings() {}

  /**
   * Asks the home node for them, and tells the session's settings.
   *
   * @return those that the client is told of
   */
  static Map<String, String> ask(Backends backends, SessionSettings settings) {
    String given =
        settings.initial().getOrDefault(EncodingSetting.NAME, ClientEncoding.UTF8.name());
    Map<String, String> shown = shown(backends, given);
    EncodingSetting.require(given, shown.get(EncodingSetting.NAME));
    shown.computeIfPresent(
        EncodingSetting.NAME, (name, known) -> EncodingSetting.named(given, known));
    settings.started(shown);
    shown.keySet().retainAll(ReportedSettings.NAMES);
    return shown;
  }

  private static Map<String, String> shown(Backends backends, String encoding) {
    List<String> asked = new ArrayList<>(ReportedSettings.NAMES);
    asked.addAll(TimeLimits.NAMES);
    asked.addAll(TransactionModes.DEFAULTS);
    Map<String, String> shown = new LinkedHashMap<>();
    NodeSession home = backends.open(Cluster.HOME);
    try {
      TextResult.run(
              home,
              "SELECT name, CASE WHEN name OPERATOR(pg_catalog.=) 'client_encoding' THEN"
                  + " pg_catalog.pg_encoding_to_char(pg_catalog.pg_char_to_encoding("
                  + Identifiers.literal(encoding)
                  + ")) ELSE pg_catalog.current_setting(name, true) END"
                  + " FROM pg_catalog.unnest(ARRAY['"
                  + String.join("', '", asked)
                  + "']) AS name")
          .rows()
          .stream()
          .filter(row -> row.get(1) != null)
          .forEach(row -> shown.put(row.get(0), row.get(1)));
    } finally {
      backends.close(home);
    }
    return shown;
  }
}
