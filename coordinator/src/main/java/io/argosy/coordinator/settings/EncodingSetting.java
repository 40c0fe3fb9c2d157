package io.argosy.coordinator.settings;

import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.message.PostgresException;
import java.util.HashMap;
import java.util.Map;

/**
 * The setting that says what encoding the client has. It is between the client and the coordinator:
 * nodes always have UTF-8. The home node only says whether a value is one, and what it is called.
 */
public final class EncodingSetting {
  public static final String NAME = "client_encoding";

  /** What takes from the home node's backend what it has been told. */
  public static final String WITHDRAWAL = "SET client_encoding = 'UTF8'";

  private EncodingSetting() {}

  /** These settings as a node is to have them. */
  static Map<String, String> withoutIt(Map<String, String> all) {
    if (!all.containsKey(NAME)) {
      return all;
    }
    Map<String, String> told = new HashMap<>(all);
    told.remove(NAME);
    return told;
  }

  /** What {@code current_setting} and views show. */
  public static String shown(SettingChanges changes) {
    return changes.reported(NAME, changes.inForce());
  }

  /** The encoding that the client has now. */
  public static ClientEncoding of(SettingChanges changes) {
    return ClientEncoding.of(shown(changes));
  }

  /**
   * What the client is shown of a name that it gives at its start.
   *
   * @param known PostgreSQL's name for it; empty for none
   */
  public static String named(String given, String known) {
    return given.equals(ClientEncoding.UNICODE) ? given : known;
  }

  /**
   * Whether the home node knows a name that a client gives at its start.
   *
   * @param known PostgreSQL's name for it; empty for none
   * @throws PostgresException 22023 as PostgreSQL refuses it, 0A000 for one that we do not have
   */
  public static void require(String given, String known) {
    if (known.isEmpty()) {
      throw new PostgresException(
          "22023", "invalid value for parameter \"client_encoding\": \"" + given + "\"");
    }
    ClientEncoding.of(known);
  }
}
