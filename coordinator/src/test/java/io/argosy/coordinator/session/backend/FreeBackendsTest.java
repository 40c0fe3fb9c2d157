package io.argosy.coordinator.session.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.ReadFrom;
import io.argosy.node.SessionOptions;
import io.argosy.protocol.message.PostgresException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FreeBackendsTest {
  private static final SessionOptions OPTIONS =
      new SessionOptions("d", "u", "", Map.of(), 0, ReadFrom.PRIMARY);

  private final Queue<NodeSession> closed = new ConcurrentLinkedQueue<>();
  private final CountDownLatch allClosed = new CountDownLatch(2);

  private NodeSession session() {
    return (NodeSession)
        Proxy.newProxyInstance(
            NodeSession.class.getClassLoader(),
            new Class<?>[] {NodeSession.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "equals":
                  return proxy == arguments[0];
                case "hashCode":
                  return System.identityHashCode(proxy);
                case "close":
                  closed.add((NodeSession) proxy);
                  allClosed.countDown();
                  return null;
                default:
                  return null;
              }
            });
  }

  private static Node node(Supplier<NodeSession> opens) {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) -> opens.get());
  }

  private static void awaitWhateverHappens(CountDownLatch latch) {
    while (true) {
      try {
        latch.await();
        return;
      } catch (InterruptedException e) {
        // As one that does not look.
      }
    }
  }

  @Test
  void allAreThere() {
    NodeSession first = session();
    NodeSession second = session();
    assertThat(FreeBackends.of(Map.of(0, node(() -> first), 2, node(() -> second)), OPTIONS))
        .contains(Map.of(0, first, 2, second));
    assertThat(closed).isEmpty();
  }

  /** The place in the queue is given up: who comes later is not kept waiting by it. */
  @Test
  void nobodyWaitsForTheOneThatIsNotFree() throws InterruptedException {
    Node busy =
        node(
            () -> {
              try {
                Thread.sleep(20_000);
              } catch (InterruptedException e) {
                allClosed.countDown();
                throw new PostgresException("57014", "interrupted");
              }
              return session();
            });
    assertThat(FreeBackends.of(Map.of(0, node(this::session), 1, busy), OPTIONS)).isEmpty();
    assertThat(allClosed.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(closed).hasSize(1);
  }

  @Test
  void theOneThatComesTooLateIsGivenBack() throws InterruptedException {
    CountDownLatch free = new CountDownLatch(1);
    Node late =
        node(
            () -> {
              awaitWhateverHappens(free);
              return session();
            });
    assertThat(FreeBackends.of(Map.of(0, node(this::session), 1, late), OPTIONS)).isEmpty();
    free.countDown();
    assertThat(allClosed.await(10, TimeUnit.SECONDS)).as("both are given back").isTrue();
  }

  @Test
  void whereOneFailsTheOthersAreGivenBack() throws InterruptedException {
    Node down =
        node(
            () -> {
              throw new PostgresException("08006", "the node is down");
            });
    assertThat(FreeBackends.of(Map.of(0, node(this::session), 1, down), OPTIONS)).isEmpty();
    allClosed.countDown();
    assertThat(allClosed.await(10, TimeUnit.SECONDS)).isTrue();
  }
}
