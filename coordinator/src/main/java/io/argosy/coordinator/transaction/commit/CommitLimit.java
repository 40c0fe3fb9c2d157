package io.argosy.coordinator.transaction.commit;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** What may stop a commit for as long as its outcome is open. */
public interface CommitLimit {
  /**
   * All that can fail is done, and the transaction is about to be committed: from here on nothing
   * stops it.
   *
   * @return how long the client still waits for its outcome, if there is a limit
   * @throws io.argosy.protocol.message.PostgresException 57014 when it has been stopped already; it
   *     is rolled back then
   */
  Optional<Duration> commits();

  /**
   * Waits for others, interrupted when the commit is stopped meanwhile.
   *
   * @param wait ends with 57014 when its thread is interrupted
   * @throws io.argosy.protocol.message.PostgresException 57014 when it has been stopped
   */
  <T> T waiting(Supplier<T> wait);

  /** It is about to be rolled back, which nothing stops either. */
  void rollsBack();
}
