package io.argosy.coordinator.config;

import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.wire.authentication.Authenticator;
import io.argosy.coordinator.wire.authentication.ScramVerifier;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Who may connect, and what they have to show. A user that is trusted may connect from the
 * coordinator's own machine only.
 */
public final class ClientUsers implements Authenticator {
  private static final int SALT_BYTES = 16;
  private static final int ITERATIONS = 4096;

  private final Map<String, Requirement> requirements;

  private ClientUsers(Map<String, Requirement> requirements) {
    this.requirements = requirements;
  }

  /**
   * Reads {@code users}: from a name to the word {@code trust}, or to a mapping with {@code
   * password} or {@code scram}.
   */
  static ClientUsers read(Section users) {
    Map<String, Requirement> requirements = new LinkedHashMap<>();
    for (String name : users.names()) {
      requirements.put(name, requirement(users, name));
    }
    if (requirements.isEmpty()) {
      throw users.empty("write at least one user");
    }
    return new ClientUsers(requirements);
  }

  private static Requirement requirement(Section users, String name) {
    if (users.isText(name)) {
      if (users.text(name).equals("trust")) {
        return new Requirement.Trust();
      }
      throw users.mistake(
          name, "must be the word trust, or a mapping with password or scram below the name");
    }
    Section user = users.section(name);
    if (user.has("scram") == user.secret("password").isPresent()) {
      throw users.mistake(
          name, "write one of password, password_file, password_environment, scram");
    }
    ScramVerifier verifier =
        user.secret("password").map(ClientUsers::verifier).orElseGet(() -> scram(user));
    user.end();
    return new Requirement.Password(verifier);
  }

  private static ScramVerifier verifier(String password) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return ScramVerifier.of(password.toCharArray(), salt, ITERATIONS);
  }

  private static ScramVerifier scram(Section user) {
    try {
      return ScramVerifier.parse(user.text("scram"));
    } catch (IllegalArgumentException e) {
      throw user.mistake(
          "scram", e.getMessage() + "; write what pg_authid.rolpassword holds, in quotes");
    }
  }

  /** The users' names, in the order of the file. */
  public Set<String> names() {
    return requirements.keySet();
  }

  @Override
  public Requirement requirement(String user, String database, SocketAddress client) {
    Requirement requirement = requirements.getOrDefault(user, new Requirement.Impossible());
    if (requirement instanceof Requirement.Trust && !isThisMachine(client)) {
      throw new PostgresException(
          "28000",
          "user \""
              + user
              + "\" has no password, and may connect from the coordinator's machine"
              + " only",
          "Give the user a password in the coordinator's configuration.");
    }
    return requirement;
  }

  private static boolean isThisMachine(SocketAddress client) {
    return client instanceof InetSocketAddress address && address.getAddress().isLoopbackAddress();
  }

  /** Without what they have to show. */
  @Override
  public String toString() {
    return "users " + requirements.keySet();
  }
}
