package io.argosy.server.config;

import io.argosy.node.local.EngineConfig;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The passwords by which an engine logs in to its PostgreSQL server, by role. A role that is not
 * listed logs in without one.
 */
record ServerUsers(Map<String, String> passwords) {
  /** Reads {@code users}: from a role to its password. */
  static ServerUsers read(Section parent) {
    Map<String, String> passwords = new TreeMap<>();
    Optional<Section> users = parent.optionalSection("users");
    if (users.isPresent()) {
      for (String role : users.get().names()) {
        Section user = users.get().section(role);
        passwords.put(role, user.requiredSecret("password"));
        user.end();
      }
    }
    return new ServerUsers(passwords);
  }

  EngineConfig applyTo(EngineConfig engine) {
    Map<String, String> known = Map.copyOf(passwords);
    return engine.withPasswords(role -> Optional.ofNullable(known.get(role)));
  }

  /** Without the passwords. */
  @Override
  public String toString() {
    return "users " + passwords.keySet();
  }
}
