package io.argosy.protocol.authentication;

import java.net.SocketAddress;

/**
 * Decides how a client has to prove who it is. Called once for each connection, from the
 * connection's own thread, so that it may block. A {@link
 * io.argosy.protocol.message.PostgresException} that it throws refuses the client.
 */
@FunctionalInterface
public interface Authenticator {
  Requirement requirement(String user, String database, SocketAddress client);

  /** What a client has to show. */
  sealed interface Requirement {
    /** Nothing: the client is who it says. */
    record Trust() implements Requirement {}

    /** The password that the verifier was made from. */
    record Password(ScramVerifier verifier) implements Requirement {}

    /**
     * There is no such user, or it has no password. The client sees the same exchange as for a
     * wrong password.
     */
    record Impossible() implements Requirement {}
  }
}
