package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Clients that write on all nodes, one transaction after the other, whatever is killed meanwhile,
 * and remember what they were told. Each transaction leaves its number in a distributed table, on
 * all nodes as long as no slot moves, and in a replicated one.
 */
final class Writers implements AutoCloseable {
  private static final long BACK_OFF_NANOSECONDS = 50_000_000;

  private static final String MARKS_OF_OTHERS =
      "SELECT count(*) FROM marks WHERE argosy.slot_owner(hashint4extended(key, 0) & 1023)"
          + " <> argosy.own_position()";

  private final Deployment deployment;
  private final List<String> keys = new ArrayList<>();
  private final AtomicInteger number = new AtomicInteger();
  private final Set<String> committed = ConcurrentHashMap.newKeySet();
  private final Set<String> rolledBack = ConcurrentHashMap.newKeySet();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  /** Makes the tables; the coordinator serves. */
  Writers(Deployment deployment) {
    this.deployment = deployment;
    deployment.ask("CREATE TABLE marks (key int, number int, PRIMARY KEY (key, number))");
    deployment.ask("CREATE TABLE board (number int PRIMARY KEY)");
    deployment.ask("SELECT create_distributed_table('marks', 'key')");
    deployment.ask("SELECT create_reference_table('board')");
    deployment.ask("INSERT INTO marks SELECT i, 0 FROM generate_series(1, 100) i");
    for (int node = 0; node < deployment.listed(); node++) {
      keys.addAll(deployment.servers().ask(node, "SELECT min(key) FROM marks"));
    }
    deployment.ask("DELETE FROM marks");
  }

  void start(int count) {
    for (int i = 0; i < count; i++) {
      int client = i;
      threads.add(Thread.ofPlatform().start(() -> write(client)));
    }
  }

  private void write(int client) {
    while (!stopped) {
      List<String> urls = deployment.urls();
      try (Connection connection = DriverManager.getConnection(urls.get(client % urls.size()));
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        while (!stopped) {
          write(connection, statement, Integer.toString(number.incrementAndGet()));
        }
      } catch (SQLException e) {
        // The coordinator is down, or the connection was lost; what was told is noted.
        LockSupport.parkNanos(BACK_OFF_NANOSECONDS);
      }
    }
  }

  private void write(Connection connection, Statement statement, String mark) throws SQLException {
    boolean committing = false;
    try {
      for (String key : keys) {
        statement.execute("INSERT INTO marks VALUES (" + key + ", " + mark + ")");
      }
      statement.execute("INSERT INTO board VALUES (" + mark + ")");
      committing = true;
      connection.commit();
      committed.add(mark);
    } catch (SQLException e) {
      if (!committing || !e.getSQLState().startsWith("08")) {
        rolledBack.add(mark);
      }
      connection.rollback();
    }
  }

  int commits() {
    return committed.size();
  }

  /** What the nodes have is what the clients were told; nobody writes any more. */
  void expectWhatWasTold() {
    List<String> marks = new ArrayList<>();
    for (int node = 0; node < deployment.servers().count(); node++) {
      marks.addAll(deployment.servers().ask(node, "SELECT key || ' ' || number FROM marks"));
    }
    assertThat(marks).as("marks on all nodes").doesNotHaveDuplicates();
    Set<String> found = numbersOf(keys.getFirst(), marks);
    for (String key : keys) {
      assertThat(numbersOf(key, marks)).as("marks of key " + key).isEqualTo(found);
    }
    for (int node = 0; node < deployment.servers().count(); node++) {
      assertThat(new HashSet<>(deployment.servers().ask(node, "SELECT number FROM board")))
          .as("the copy on node " + node)
          .isEqualTo(found);
      assertThat(deployment.servers().ask(node, MARKS_OF_OTHERS))
          .as("marks on node " + node + " that another one owns")
          .containsExactly("0");
    }
    assertThat(found).as("the client saw COMMIT").containsAll(committed);
    assertThat(found).as("the client saw an error").doesNotContainAnyElementsOf(rolledBack);
  }

  private static Set<String> numbersOf(String key, List<String> marks) {
    return marks.stream()
        .filter(mark -> mark.startsWith(key + " "))
        .map(mark -> mark.substring(key.length() + 1))
        .collect(Collectors.toSet());
  }

  @Override
  public void close() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
