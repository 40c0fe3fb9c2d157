package io.argosy.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** How sessions are opened and refused, waited for or not. */
interface OpeningContract extends NodeUnderTest {
  @Test
  default void aRefusedLoginIsTheServersError() {
    assertThatThrownBy(() -> node().open(new SessionOptions("no_such", "postgres", Map.of())))
        .isInstanceOfSatisfying(
            PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("3D000"));
  }

  @Test
  default void aSessionThatNobodyHasWaitedForAnswersItsFirstRequest() {
    try (NodeSession session =
        node().openWithoutWaiting(NodeContract.options(Map.of("work_mem", "1234kB")))) {
      assertThat(TextResult.run(session, "SHOW work_mem").single()).isEqualTo("1234kB");
      assertThat(TextResult.run(session, "SELECT pg_backend_pid()").single())
          .isEqualTo(Integer.toString(session.processId()));
      session.awaitOpened();
    }
  }

  @Test
  default void aSessionThatNobodyHasWaitedForCanBeClosedAtOnce() {
    for (int i = 0; i < 20; i++) {
      NodeSession session = node().openWithoutWaiting(NodeContract.options(Map.of()));
      if (i % 2 == 0) {
        session.discardOnClose();
      }
      session.close();
    }
    try (NodeSession session = open()) {
      assertThat(TextResult.run(session, "SELECT 1").single()).isEqualTo("1");
    }
  }

  @Test
  default void aRefusedLoginIsToldByWhateverIsAskedOfASessionThatNobodyHasWaitedFor() {
    List<Consumer<NodeSession>> questions =
        List.of(
            NodeSession::awaitOpened,
            NodeSession::processId,
            session -> TextResult.run(session, "SELECT"),
            session -> session.openInbox(1, 1),
            session -> {
              session.discardOnClose();
              session.awaitOpened();
            });
    for (Consumer<NodeSession> question : questions) {
      assertThatThrownBy(
              () -> {
                try (NodeSession session =
                    node()
                        .openWithoutWaiting(new SessionOptions("no_such", "postgres", Map.of()))) {
                  question.accept(session);
                }
              })
          .isInstanceOfSatisfying(
              PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("3D000"));
    }
  }
}
