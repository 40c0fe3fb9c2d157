package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** LISTEN and NOTIFY: when, in which order and from whom clients hear what others tell. */
@Timeout(120)
abstract class NotificationsSuite extends ConnectedSuite {
  private static final int SENDERS = 3;
  private static final int EACH = 100;
  private static final int WRITTEN = 30;

  NotificationsSuite(Target target) {
    super(target);
  }

  private static PGConnection driver(Connection connection) throws SQLException {
    return connection.unwrap(PGConnection.class);
  }

  private static int processId(Connection connection) throws SQLException {
    return driver(connection).getBackendPID();
  }

  /** So many notifications, and perhaps more that have come with them. */
  private static List<PGNotification> heard(Connection listener, int number) throws SQLException {
    List<PGNotification> heard = new ArrayList<>();
    while (heard.size() < number) {
      PGNotification[] more = driver(listener).getNotifications(10_000);
      assertThat(more).as("after %s of %s", heard.size(), number).isNotEmpty();
      heard.addAll(Arrays.asList(more));
    }
    return heard;
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  @Test
  void whoTellsIsKnownByTheProcessThatItsClientKnows() throws SQLException {
    Shop.run(connection(), "LISTEN who");
    Shop.run(connection(), "CREATE TABLE shop.jobs (job text)");
    Shop.run(
        connection(),
        "CREATE FUNCTION shop.tell() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN PERFORM pg_notify(''who'', NEW.job); RETURN NULL; END'");
    Shop.run(
        connection(),
        "CREATE TRIGGER tell AFTER INSERT ON shop.jobs FOR EACH ROW EXECUTE FUNCTION shop.tell()");
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      try (Connection one = Shop.connect(database());
          Connection two = Shop.connect(database())) {
        Shop.run(one, "NOTIFY who, 'one'");
        Shop.run(two, "SELECT pg_notify('who', 'two')");
        Shop.run(one, "BEGIN; NOTIFY who, 'three'; COMMIT");
        Shop.run(two, "INSERT INTO shop.jobs VALUES ('four')");
        expected.addAll(List.of(processId(one), processId(two), processId(one), processId(two)));
      }
    }
    Shop.run(connection(), "NOTIFY who, 'own'");
    expected.add(processId(connection()));
    assertThat(heard(connection(), expected.size()))
        .extracting(PGNotification::getPID)
        .containsExactlyElementsOf(expected);
    assertThat(text(connection(), "SELECT pg_backend_pid()"))
        .isEqualTo(Integer.toString(processId(connection())));
    assertThat(text(connection(), "SELECT pg_catalog.pg_backend_pid() + 1"))
        .isEqualTo(Integer.toString(processId(connection()) + 1));
  }

  /** As queues of jobs do: whoever takes a job by a function tells of it by a trigger. */
  @Test
  void whatAFunctionWritesIsToldByTriggers() throws SQLException {
    Shop.run(connection(), "LISTEN taken");
    Shop.run(connection(), "CREATE TABLE shop.queue (job text PRIMARY KEY, taken bool)");
    Shop.run(connection(), "INSERT INTO shop.queue VALUES ('first', false), ('second', false)");
    Shop.run(
        connection(),
        "CREATE FUNCTION shop.tell_taken() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN PERFORM pg_notify(''taken'', NEW.job); RETURN NEW; END'");
    Shop.run(
        connection(),
        "CREATE TRIGGER tell AFTER UPDATE ON shop.queue FOR EACH ROW EXECUTE FUNCTION"
            + " shop.tell_taken()");
    Shop.run(
        connection(),
        "CREATE FUNCTION shop.take() RETURNS shop.queue LANGUAGE plpgsql AS"
            + " 'DECLARE found shop.queue; BEGIN UPDATE shop.queue SET taken = true WHERE job ="
            + " (SELECT job FROM shop.queue WHERE NOT taken ORDER BY job LIMIT 1 FOR UPDATE SKIP"
            + " LOCKED) RETURNING * INTO found; RETURN found; END'");
    try (Connection worker = Shop.connect(database())) {
      assertThat(text(worker, "SELECT job FROM shop.take()")).isEqualTo("first");
      Shop.run(worker, "BEGIN");
      assertThat(text(worker, "SELECT job FROM shop.take()")).isEqualTo("second");
      Shop.run(worker, "UPDATE shop.goods SET price = price WHERE id IN (1, 2, 3, 4)");
      Shop.run(worker, "ROLLBACK");
      Shop.run(worker, "BEGIN");
      Shop.run(worker, "UPDATE shop.goods SET price = price WHERE id IN (1, 2, 3, 4)");
      assertThat(text(worker, "SELECT job FROM shop.take()")).isEqualTo("second");
      Shop.run(worker, "COMMIT");
      assertThat(heard(connection(), 2))
          .extracting(PGNotification::getParameter, PGNotification::getPID)
          .containsExactly(tuple("first", processId(worker)), tuple("second", processId(worker)));
    }
  }

  @Test
  void ownNotificationsComeWithTheAnswer() throws SQLException {
    Shop.run(connection(), "LISTEN own");
    for (int i = 0; i < 20; i++) {
      Shop.run(connection(), "NOTIFY own, '" + i + "'");
      assertThat(driver(connection()).getNotifications())
          .singleElement()
          .extracting(PGNotification::getParameter)
          .isEqualTo(Integer.toString(i));
    }
  }

  @Test
  void anIdleListenerHearsAtOnce() throws Exception {
    Shop.run(connection(), "LISTEN soon");
    List<Long> milliseconds = new ArrayList<>();
    try (Connection sender = Shop.connect(database());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        Future<Long> heard =
            threads.submit(
                () -> {
                  heard(connection(), 1);
                  return System.nanoTime();
                });
        Thread.sleep(10);
        Shop.run(sender, "NOTIFY soon");
        long sent = System.nanoTime();
        milliseconds.add(Duration.ofNanos(heard.get() - sent).toMillis());
      }
    }
    // Others use the machine, too: whoever asked every now and then would never be so fast.
    assertThat(milliseconds.stream().sorted().toList().get(5)).isLessThan(50);
  }

  @Test
  void nothingIsLostAndEachSendersOrderIsKept() throws Exception {
    Shop.run(connection(), "LISTEN every");
    try (Connection comesAndGoes = Shop.connect(database());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> senders = new ArrayList<>();
      for (int sender = 0; sender < SENDERS; sender++) {
        String name = "s" + sender;
        senders.add(threads.submit(() -> tell(name)));
      }
      while (senders.stream().anyMatch(sender -> !sender.isDone())) {
        Shop.run(comesAndGoes, "LISTEN every");
        Shop.run(comesAndGoes, "UNLISTEN every");
      }
      for (Future<?> sender : senders) {
        sender.get();
      }
    }
    List<String> all =
        heard(connection(), SENDERS * EACH).stream().map(PGNotification::getParameter).toList();
    assertThat(all).hasSize(SENDERS * EACH);
    for (int sender = 0; sender < SENDERS; sender++) {
      String name = "s" + sender + " ";
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < EACH; i++) {
        expected.add(name + i);
      }
      assertThat(all.stream().filter(payload -> payload.startsWith(name)))
          .containsExactlyElementsOf(expected);
    }
  }

  private Void tell(String name) throws SQLException {
    try (Connection sender = Shop.connect(database())) {
      for (int i = 0; i < EACH; i++) {
        Shop.run(sender, "NOTIFY every, '" + name + " " + i + "'");
      }
    }
    return null;
  }

  /** Rows of all nodes and what tells of them are committed together. */
  @Test
  void whoIsToldSeesWhatWasDone() throws SQLException, InterruptedException, ExecutionException {
    Shop.run(connection(), "LISTEN done");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> writer = threads.submit(this::write);
      for (int heard = 0; heard < WRITTEN; ) {
        for (PGNotification told : heard(connection(), 1)) {
          assertThat(
                  text(
                      connection(),
                      "SELECT count(*) FROM shop.entries WHERE note = '"
                          + told.getParameter()
                          + "'"))
              .isEqualTo("4");
          heard++;
        }
      }
      writer.get();
    }
  }

  private Void write() throws SQLException {
    try (Connection writer = Shop.connect(database())) {
      for (int i = 0; i < WRITTEN; i++) {
        String note = "'note " + i + "'";
        Shop.run(
            writer,
            "BEGIN; NOTIFY done, %s; INSERT INTO shop.entries (note) SELECT %s FROM"
                    .formatted(note, note)
                + " generate_series(1, 4); COMMIT");
      }
    }
    return null;
  }

  @Test
  void aTransactionOfItsOwnHearsLater() throws SQLException {
    Shop.run(connection(), "LISTEN later");
    connection().setAutoCommit(false);
    assertThat(text(connection(), "SELECT 1")).isEqualTo("1");
    try (Connection sender = Shop.connect(database())) {
      Shop.run(sender, "NOTIFY later, 'x'");
      assertThat(text(connection(), "SELECT 2")).isEqualTo("2");
      assertThat(driver(connection()).getNotifications(200)).isNullOrEmpty();
      connection().commit();
      assertThat(driver(connection()).getNotifications()).hasSize(1);
    } finally {
      connection().setAutoCommit(true);
    }
  }
}
