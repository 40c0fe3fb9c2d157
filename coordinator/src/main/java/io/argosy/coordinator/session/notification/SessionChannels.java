package io.argosy.coordinator.session.notification;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The channels that a session listens to. As in PostgreSQL, what LISTEN and UNLISTEN say holds when
 * their transaction has committed, and what is told reaches the client while no transaction is
 * open. Used by the session's thread, except for what a {@link Listener} is told.
 */
public final class SessionChannels implements Listener {
  /** What may wait for the end of a transaction, or for a client that does not read. */
  private static final long MOST_BYTES = 64L << 20;

  /** What a notification takes besides its text. */
  private static final int OVERHEAD = 64;

  private final Notifications notifications;
  private final Set<String> channels = new LinkedHashSet<>();

  /** Those that are new if the transaction commits, which is about to. */
  private final List<String> added = new ArrayList<>();

  private final Object lock = new Object();
  private List<Notification> arrived = new ArrayList<>();
  private long bytes;
  private PostgresError lost;
  private Runnable wake = () -> {};

  public SessionChannels(Notifications notifications) {
    this.notifications = notifications;
  }

  /** Which backends of the home node work for which clients. */
  public NotifyingProcesses processes() {
    return notifications.processes();
  }

  /** One LISTEN or UNLISTEN. An UNLISTEN without a channel ends all. */
  public record Change(boolean listens, String channel) {
    public static Change of(SqlStatement statement) {
      boolean all = statement.tokens().get(1).isSymbol("*");
      return new Change(
          statement.word(0).equals("listen"),
          all ? "" : ChannelName.of(statement.tokens().get(1).value()));
    }
  }

  /** What wakes the session's thread while it waits for its client. */
  public void wakes(Runnable newWake) {
    synchronized (lock) {
      wake = newWake;
    }
  }

  /** Whether there are any. */
  public boolean listens() {
    return !channels.isEmpty();
  }

  /** Their names, in the order in which they were listened to. */
  public List<String> names() {
    return List.copyOf(channels);
  }

  /**
   * A transaction is about to commit: what it tells itself is heard.
   *
   * @throws PostgresException when that cannot be
   */
  public void beforeCommit(List<Change> changes) {
    Set<String> wanted = after(changes);
    for (String channel : wanted) {
      if (!channels.contains(channel)) {
        added.add(channel);
        notifications.listen(this, channel);
      }
    }
  }

  /** It has. */
  public void committed(List<Change> changes) {
    added.clear();
    if (changes.isEmpty()) {
      return;
    }
    Set<String> remaining = after(changes);
    channels.stream()
        .filter(channel -> !remaining.contains(channel))
        .forEach(channel -> notifications.unlisten(this, channel));
    channels.clear();
    channels.addAll(remaining);
  }

  /** It has not. */
  public void rolledBack() {
    added.forEach(channel -> notifications.unlisten(this, channel));
    added.clear();
  }

  private Set<String> after(List<Change> changes) {
    Set<String> names = new LinkedHashSet<>(channels);
    for (Change change : changes) {
      if (change.listens()) {
        names.add(change.channel());
      } else if (change.channel().isEmpty()) {
        names.clear();
      } else {
        names.remove(change.channel());
      }
    }
    return names;
  }

  /** Waits until all who listen have what has been told before, by this session too. */
  public void catchUp() {
    notifications.catchUp();
  }

  /**
   * Passes on what has arrived, outside of transactions.
   *
   * @throws PostgresException FATAL, when something was missed
   */
  public void deliver(ClientOutput client) {
    List<Notification> now;
    synchronized (lock) {
      if (lost != null) {
        throw new PostgresException(lost);
      }
      now = arrived;
      arrived = new ArrayList<>();
      bytes = 0;
    }
    now.stream()
        .filter(notification -> channels.contains(notification.channel()))
        .forEach(
            notification ->
                client.notification(
                    notification.processId(), notification.channel(), notification.payload()));
  }

  @Override
  public void notified(Notification notification) {
    Runnable told;
    synchronized (lock) {
      if (lost != null) {
        return;
      }
      bytes += OVERHEAD + notification.payload().getBytes(UTF_8).length;
      if (bytes > MOST_BYTES) {
        arrived.clear();
        lost =
            PostgresError.of("FATAL", "53200", "too many notifications wait for the client")
                .withHint("End transactions earlier, or read what is told.");
      } else {
        arrived.add(notification);
      }
      told = wake;
    }
    told.run();
  }

  @Override
  public void lost(PostgresError why) {
    Runnable told;
    synchronized (lock) {
      lost =
          PostgresError.of("FATAL", "08006", "notifications were lost: " + why.message())
              .withHint("Connect again, and LISTEN.");
      told = wake;
    }
    told.run();
  }

  /** The session ends. */
  public void close() {
    rolledBack();
    unlistenAll();
  }

  /** DISCARD ALL. */
  public void unlistenAll() {
    channels.forEach(channel -> notifications.unlisten(this, channel));
    channels.clear();
  }
}
