package io.argosy.coordinator.execute.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.protocol.message.PostgresError;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FragmentAnswerTest {
  private final List<String> asked = new ArrayList<>();

  private final NodeSession session =
      (NodeSession)
          Proxy.newProxyInstance(
              NodeSession.class.getClassLoader(),
              new Class<?>[] {NodeSession.class},
              (proxy, method, arguments) -> {
                asked.add(method.getName());
                throw new UnsupportedOperationException(method.getName());
              });

  /** A backend that is cancelled before it has a savepoint loses its transaction. */
  @Test
  void whatIsStoppedBeforeItIsSentIsNotSent() {
    FragmentAnswer answer =
        FragmentAnswer.read(
            new Fragment(2, session, new Request.Simple("SELECT 1")),
            new FragmentAnswer.Reader() {
              @Override
              public void rows(Execution.Batch batch) {
                throw new AssertionError("rows");
              }

              @Override
              public void notice(PostgresError notice) {
                throw new AssertionError(notice);
              }

              @Override
              public boolean stopped() {
                return true;
              }
            });
    assertThat(asked).isEmpty();
    assertThat(answer.failure()).isNull();
    assertThat(answer.statistics().node()).isEqualTo(2);
  }
}
