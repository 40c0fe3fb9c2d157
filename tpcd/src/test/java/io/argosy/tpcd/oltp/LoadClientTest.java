package io.argosy.tpcd.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class LoadClientTest {
  private int draws;
  private int rollbacks;

  /** The states with which the next attempts fail. */
  private final Deque<String> failures = new ArrayDeque<>();

  private final LoadClient client =
      new LoadClient(
          (Connection)
              Proxy.newProxyInstance(
                  LoadClientTest.class.getClassLoader(),
                  new Class<?>[] {Connection.class},
                  (proxy, method, arguments) -> {
                    rollbacks += method.getName().equals("rollback") ? 1 : 0;
                    return method.getName().equals("getAutoCommit") ? false : null;
                  }),
          new Transaction() {
            @Override
            public void draw(RandomGenerator random) {
              draws++;
            }

            @Override
            public void execute() throws SQLException {
              if (!failures.isEmpty()) {
                throw new SQLException("refused", failures.pop());
              }
            }
          });

  @Test
  void conflictsAreTriedAgainWithTheSameValuesAndCounted() throws Exception {
    failures.addAll(List.of("40001", "40P01", "40001"));

    LoadClient.Done done = client.run(Until.transactions(2), () -> false, TransactionObserver.NONE);

    assertThat(done.retries()).isEqualTo(3);
    assertThat(done.latencies().getTotalCount()).isEqualTo(2);
    assertThat(draws).isEqualTo(2);
    assertThat(rollbacks).isEqualTo(3);
    assertThat(done.nanos()).isPositive();
  }

  @Test
  void otherFailuresEndIt() {
    failures.add("26000");

    assertThatThrownBy(
            () -> client.run(Until.transactions(1), () -> false, TransactionObserver.NONE))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("26000"));
  }

  @Test
  void itDoesNotTryForEver() {
    failures.addAll(Collections.nCopies(2000, "40001"));

    assertThatThrownBy(
            () -> client.run(Until.transactions(1), () -> false, TransactionObserver.NONE))
        .hasMessage("refused");
    assertThat(failures).hasSize(1000);
  }

  @Test
  void itStopsAfterItsTimeOrWhenOthersFailed() throws Exception {
    assertThat(client.run(Until.seconds(0.05), () -> false, TransactionObserver.NONE).nanos())
        .isGreaterThan(49_999_999L);
    assertThat(
            client
                .run(Until.transactions(10), () -> true, TransactionObserver.NONE)
                .latencies()
                .getTotalCount())
        .isZero();
  }
}
