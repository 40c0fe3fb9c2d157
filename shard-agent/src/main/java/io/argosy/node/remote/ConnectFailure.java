package io.argosy.node.remote;

import io.argosy.node.frame.DamagedFrameException;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.tls.TlsFailure;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** Why there is no connection to an agent. */
final class ConnectFailure {
  private ConnectFailure() {}

  /** The error 08006 with what is known of the reason. */
  static PostgresException of(RemoteConfig config, Throwable cause) {
    Optional<TlsFailure> tls = TlsFailure.of(cause, config.host());
    PostgresError error =
        PostgresError.of(
                "08006",
                "could not connect to the agent of node \""
                    + config.name()
                    + "\": "
                    + tls.map(TlsFailure::message).orElseGet(() -> plain(cause)))
            .withDetail("Its address is " + config.host() + ":" + config.port() + ".");
    Optional<String> hint = tls.map(TlsFailure::hint).or(() -> mayExpectTls(config, cause));
    return new PostgresException(hint.map(error::withHint).orElse(error), cause);
  }

  private static String plain(Throwable cause) {
    return switch (cause) {
      case NoGreetingException none -> none.getMessage();
      case DamagedFrameException damage -> "damaged in transit: " + damage.getMessage();
      default -> cause.toString();
    };
  }

  /** An agent with TLS waits for us to speak first, as without TLS we wait for the agent. */
  private static Optional<String> mayExpectTls(RemoteConfig config, Throwable cause) {
    boolean silent = cause instanceof NoGreetingException || cause instanceof TimeoutException;
    return silent && config.tls().isEmpty()
        ? Optional.of(
            "If the agent's file has listen.tls, this side needs a certificate too: agents_tls in"
                + " the coordinator's file, listen.tls in another agent's.")
        : Optional.empty();
  }
}
