package io.argosy.coordinator.session.client;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of one coordinator by the process ids that their clients know, and what
 * pg_cancel_backend and pg_terminate_backend do to them. A function on the home node looks whether
 * the role may do it, and says so in a notice; since anybody could send such a notice, it is looked
 * at once more here. Thread-safe.
 */
public final class ClientProcesses {
  /** The SQLSTATE of the function's notice. */
  static final String SIGNAL = "AR002";

  /** What the function says, of which anybody could say something else. */
  private static final Pattern MESSAGE =
      Pattern.compile(
          "(?<act>cancel|terminate) (?<process>[0-9]{1,10})( (?<timeout>[0-9]{1,15}))?");

  private static final Logger LOG = LoggerFactory.getLogger(ClientProcesses.class);

  /** How long the function has to see that a session has ended. */
  private static final Duration SEEN = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final Map<Integer, Client> clients = new ConcurrentHashMap<>();

  /** A session, which can be stopped by any thread. */
  public interface Session {
    void cancel();

    /** Ends it with 57P01, whatever it does. Does not wait. */
    void terminate();
  }

  private record Client(String role, Session session, CountDownLatch ended) {}

  public ClientProcesses(Cluster cluster) {
    this.cluster = cluster;
  }

  public void add(int processId, String role, Session session) {
    clients.put(processId, new Client(role, session, new CountDownLatch(1)));
  }

  public void remove(int processId) {
    Client removed = clients.remove(processId);
    if (removed != null) {
      removed.ended().countDown();
    }
  }

  /** Ends a session with 57P01, if there is one. Does not wait. */
  public void terminate(int processId) {
    Client client = clients.get(processId);
    if (client != null) {
      client.session().terminate();
    }
  }

  /** Who is there: the roles by the process ids. */
  public Map<Integer, String> roles() {
    return clients.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().role()));
  }

  /**
   * Does what the function's notice says.
   *
   * @param role whom the session that runs the function has logged in as
   */
  public void signal(PostgresError notice, String role) {
    Matcher words = MESSAGE.matcher(notice.message());
    if (!words.matches()) {
      return;
    }
    // A number that is too large becomes that of a session to which no more than the role may is
    // done.
    int processId = (int) Long.parseLong(words.group("process"));
    Client client = clients.get(processId);
    if (client == null || !maySignal(role, client.role())) {
      return;
    }
    LOG.info(
        "role {} asks to {} process {} of role {}",
        role,
        words.group("act"),
        processId,
        client.role());
    if (words.group("act").equals("cancel")) {
      client.session().cancel();
      return;
    }
    client.session().terminate();
    String wait = words.group("timeout");
    long timeout = wait == null ? 0 : Long.parseLong(wait);
    if (timeout > 0) {
      Thread.ofVirtual()
          .name("process-ends")
          .start(() -> tellEnd(client, processId, Duration.ofMillis(timeout)));
    }
  }

  /** Whoever the session acts as has no more rights than whom it has logged in as can have. */
  private boolean maySignal(String role, String target) {
    try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
      return TextResult.run(
              home,
              "SELECT s.rolsuper OR NOT t.rolsuper AND (pg_has_role(s.oid, t.oid, 'MEMBER')"
                  + " OR pg_has_role(s.oid, 'pg_signal_backend', 'MEMBER'))"
                  + " FROM pg_roles s, pg_roles t WHERE s.rolname = $1::name"
                  + " AND t.rolname = $2::name",
              List.of(role, target))
          .rows()
          .stream()
          .anyMatch(row -> row.getFirst().equals("t"));
    }
  }

  /** The function waits for a lock that is held when the session has ended. */
  private void tellEnd(Client client, int processId, Duration timeout) {
    try {
      if (!client.ended().await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
      try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
        home.discardOnClose();
        TextResult.run(home, "SELECT pg_advisory_lock_shared(1095911247, " + processId + ")");
        Thread.sleep(SEEN);
      }
    } catch (PostgresException e) {
      LOG.info("nobody can be told that process {} has ended", processId, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
