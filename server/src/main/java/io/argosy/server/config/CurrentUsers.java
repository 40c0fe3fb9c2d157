package io.argosy.server.config;

import io.argosy.protocol.authentication.Authenticator;
import java.net.SocketAddress;

/** The users of the configuration that was read last. Thread-safe. */
final class CurrentUsers implements Authenticator {
  private volatile Authenticator users;

  CurrentUsers(Authenticator users) {
    this.users = users;
  }

  /** Who connects from now on must be one of these; sessions that are open go on. */
  void become(Authenticator newUsers) {
    users = newUsers;
  }

  @Override
  public Requirement requirement(String user, String database, SocketAddress client) {
    return users.requirement(user, database, client);
  }
}
