package io.argosy.coordinator.session.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.gateway.ClientSession.TimeLimit;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StatementTimeoutTest {
  private static final PostgresError BY_THE_CLIENT =
      PostgresError.of("57014", "canceling statement due to user request");

  private final AtomicInteger cancels = new AtomicInteger();
  private final StatementTimeout timeout = new StatementTimeout(cancels::incrementAndGet);

  /** Between two steps of a statement a cancel reaches nothing. */
  private void awaitSeveralCancels() {
    await().atMost(Duration.ofSeconds(10)).until(() -> cancels.get() >= 3);
  }

  @Test
  void aCancelHoldsUntilTheStatementEnds() {
    timeout.start(Optional.empty());

    timeout.expire(BY_THE_CLIENT);

    awaitSeveralCancels();
    // The same statement goes on: it was prepared, and is now executed.
    timeout.start(Optional.empty());
    int before = cancels.get();
    await().atMost(Duration.ofSeconds(10)).until(() -> cancels.get() > before);
    assertThat(timeout.explained(new PostgresException("57014", "a node's words")).error())
        .isEqualTo(BY_THE_CLIENT);
    timeout.stop();
    int after = cancels.get();
    timeout.start(Optional.empty());
    assertThat(cancels.get()).isEqualTo(after);
  }

  @Test
  void aCancelTakesThePlaceOfALimit() {
    timeout.start(
        Optional.of(new TimeLimit(Duration.ofHours(1), PostgresError.of("57014", "too long"))));

    timeout.expire(BY_THE_CLIENT);

    awaitSeveralCancels();
    timeout.complete(true);
    assertThatThrownBy(timeout::commits).hasMessageContaining("user request");
  }

  @Test
  void aCancelOfNothingIsNotForTheNextStatement() {
    timeout.expire(BY_THE_CLIENT);
    timeout.start(Optional.empty());
    timeout.complete(false);
    timeout.expire(BY_THE_CLIENT);
    timeout.start(Optional.empty());

    timeout.commits();

    assertThat(cancels.get()).isZero();
  }
}
