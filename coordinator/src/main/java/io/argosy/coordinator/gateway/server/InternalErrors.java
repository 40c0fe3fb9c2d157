package io.argosy.coordinator.gateway.server;

import io.argosy.protocol.message.PostgresError;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What should not happen: the client is told a number under which the log says more. */
final class InternalErrors {
  private static final Logger LOG = LoggerFactory.getLogger(InternalErrors.class);

  private InternalErrors() {}

  /**
   * Writes a failure to the log.
   *
   * @param when it happened, in words
   * @return what the client is told of it
   */
  static PostgresError logged(String when, Throwable failure) {
    String id = "%08x".formatted(ThreadLocalRandom.current().nextInt());
    LOG.error("internal error {} {}", id, when, failure);
    return PostgresError.of("XX000", "internal error: " + failure)
        .withHint("The coordinator's log says more of error " + id + ".");
  }
}
