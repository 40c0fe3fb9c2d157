package io.argosy.server.config;

import io.argosy.protocol.authentication.Authenticator;
import io.argosy.protocol.authentication.Authenticator.Requirement;
import io.argosy.protocol.authentication.ScramVerifier;
import io.argosy.protocol.authentication.UserSalts;
import io.argosy.protocol.message.PostgresException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Who may connect besides the nodes' roles that have a password, and what they have to show. A user
 * that is trusted may connect from the coordinator's own machine only.
 */
public final class ClientUsers {
  private static final int ITERATIONS = 4096;

  /** What each has to show, once it is known how passwords are salted. */
  private final Map<String, Function<UserSalts, Requirement>> requirements;

  private ClientUsers(Map<String, Function<UserSalts, Requirement>> requirements) {
    this.requirements = requirements;
  }

  /**
   * Reads {@code users}: from a name to the word {@code trust}, or to a mapping with {@code
   * password} or {@code scram}.
   */
  static ClientUsers read(Section users) {
    Map<String, Function<UserSalts, Requirement>> requirements = new LinkedHashMap<>();
    for (String name : users.names()) {
      requirements.put(name, requirement(users, name));
    }
    return new ClientUsers(requirements);
  }

  /** Nobody. */
  static ClientUsers none() {
    return new ClientUsers(Map.of());
  }

  private static Function<UserSalts, Requirement> requirement(Section users, String name) {
    if (users.isText(name)) {
      if (users.text(name).equals("trust")) {
        return salts -> new Requirement.Trust();
      }
      throw users.mistake(
          name, "must be the word trust, or a mapping with password or scram below the name");
    }
    Section user = users.section(name);
    if (user.has("scram") == user.secret("password").isPresent()) {
      throw users.mistake(
          name, "write one of password, password_file, password_environment, scram");
    }
    Function<UserSalts, ScramVerifier> verifier =
        user.secret("password")
            .map(password -> hashed(name, password))
            .orElseGet(() -> scram(user));
    user.end();
    return salts -> new Requirement.Password(verifier.apply(salts));
  }

  private static Function<UserSalts, ScramVerifier> hashed(String name, String password) {
    return salts -> ScramVerifier.of(password.toCharArray(), salts.of(name), ITERATIONS);
  }

  private static Function<UserSalts, ScramVerifier> scram(Section user) {
    try {
      ScramVerifier given = ScramVerifier.parse(user.text("scram"));
      return salts -> given;
    } catch (IllegalArgumentException e) {
      throw user.mistake(
          "scram", e.getMessage() + "; write what pg_authid.rolpassword holds, in quotes");
    }
  }

  /** The users' names, in the order of the file. */
  public Set<String> names() {
    return requirements.keySet();
  }

  /**
   * Lets them in, and others, too.
   *
   * @param salts for those whose passwords are listed
   * @param others what somebody has to show who is not listed here
   */
  Authenticator before(UserSalts salts, Function<String, Requirement> others) {
    Map<String, Requirement> listed = new HashMap<>();
    requirements.forEach((name, requirement) -> listed.put(name, requirement.apply(salts)));
    return (user, database, client) -> {
      Requirement requirement = listed.get(user);
      if (requirement instanceof Requirement.Trust && !isThisMachine(client)) {
        throw new PostgresException(
            "28000",
            "user \""
                + user
                + "\" has no password, and may connect from the coordinator's machine"
                + " only",
            "Give the user a password in the coordinator's configuration.");
      }
      return requirement == null ? others.apply(user) : requirement;
    };
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
