package io.argosy.coordinator.session.notification;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is told on the home node, where every NOTIFY runs. One backend listens for all sessions of
 * the coordinator, as long as there are any that listen, and is asked for nothing else. So it has
 * what is told as soon as it is committed, whatever the sessions do. Thread-safe.
 */
public final class Notifications implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);

  /** How long anybody waits for the node; what comes later is told when it comes. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Cluster cluster;
  private final SnapshotBarrier snapshots;
  private final NotifyingProcesses processes = new NotifyingProcesses();
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock, as the rest is. */
  private final Map<String, Set<Listener>> channels = new HashMap<>();

  /** How many sessions are about to listen to a channel. */
  private final Map<String, Integer> awaited = new HashMap<>();

  private final Queue<Task> tasks = new ArrayDeque<>();
  private boolean running;
  private boolean closed;

  /** The backend while it waits for what is told. */
  private NodeSession waiting;

  /**
   * What is to be done between two waits.
   *
   * @param sql what the backend is told, perhaps nothing
   * @param then what follows, under the lock
   * @param endsWait whether it has ended the wait itself, by which all has come that was told
   *     before
   * @param done complete when all has been passed on that was told before
   */
  private record Task(String sql, Runnable then, boolean endsWait, CompletableFuture<Void> done) {}

  public Notifications(Cluster cluster, SnapshotBarrier snapshots) {
    this.cluster = cluster;
    this.snapshots = snapshots;
  }

  /** Which backends work for which clients. */
  public NotifyingProcesses processes() {
    return processes;
  }

  /**
   * A session listens to a channel, to what is committed after this.
   *
   * @throws PostgresException when the home node is lost
   */
  public void listen(Listener listener, String channel) {
    CompletableFuture<Void> listens;
    lock.lock();
    try {
      awaited.merge(channel, 1, Integer::sum);
      listens = submit("LISTEN " + Identifiers.quote(channel), () -> add(listener, channel));
    } finally {
      lock.unlock();
    }
    await(listens);
  }

  private void add(Listener listener, String channel) {
    awaited.computeIfPresent(channel, (name, number) -> number == 1 ? null : number - 1);
    channels.computeIfAbsent(channel, name -> new HashSet<>()).add(listener);
  }

  /** A session does not listen to a channel any more. Does not wait. */
  public void unlisten(Listener listener, String channel) {
    lock.lock();
    try {
      Set<Listener> listeners = channels.get(channel);
      if (listeners != null && listeners.remove(listener) && listeners.isEmpty()) {
        channels.remove(channel);
        if (awaited.containsKey(channel)) {
          return;
        }
        submit("UNLISTEN " + Identifiers.quote(channel), () -> {});
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns when the sessions that listen have got whatever has been committed before. */
  public void catchUp() {
    CompletableFuture<Void> caughtUp;
    lock.lock();
    try {
      if (channels.isEmpty()) {
        return;
      }
      caughtUp = submit("", () -> {});
    } finally {
      lock.unlock();
    }
    try {
      await(caughtUp);
    } catch (PostgresException e) {
      // Those who listen are told by other ways.
      LOG.debug("notifications cannot be waited for", e);
    }
  }

  private CompletableFuture<Void> submit(String sql, Runnable then) {
    lock.lock();
    try {
      if (closed) {
        throw new PostgresException("57P01", "the coordinator stops");
      }
      NodeSession interrupted = waiting;
      waiting = null;
      Task task = new Task(sql, then, interrupted != null, new CompletableFuture<>());
      tasks.add(task);
      if (interrupted != null) {
        interrupted.cancel();
      }
      if (!running) {
        running = true;
        Thread.ofVirtual().name("notifications").start(this::run);
      }
      return task.done();
    } finally {
      lock.unlock();
    }
  }

  private void await(CompletableFuture<Void> done) {
    try {
      done.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new PostgresException(
          PostgresError.of(
              "08006",
              "node \""
                  + cluster.home().name()
                  + "\" did not answer for "
                  + PATIENCE.toSeconds()
                  + " seconds"),
          e);
    } catch (ExecutionException e) {
      throw new PostgresException(
          e.getCause() instanceof PostgresException failure
              ? failure.error()
              : PostgresError.of("XX000", String.valueOf(e.getCause())),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException(PostgresError.CANCELLED, e);
    }
  }

  private void run() {
    try (NodeSession session = cluster.openAsAdministrator(cluster.home())) {
      session.discardOnClose();
      while (work(session)) {
        LOG.trace("listens on");
      }
    } catch (RuntimeException | Error e) {
      lost(e);
    }
  }

  /** Does what is to be done, or else waits; returns false when there is nothing more. */
  private boolean work(NodeSession session) {
    List<Task> now = new ArrayList<>();
    lock.lock();
    try {
      while (!tasks.isEmpty()) {
        now.add(tasks.remove());
      }
      if (now.isEmpty() && (channels.isEmpty() || closed)) {
        running = false;
        return false;
      }
    } finally {
      lock.unlock();
    }
    if (now.isEmpty()) {
      awaitNotifications(session);
      return true;
    }
    try {
      if (now.stream().anyMatch(task -> !task.endsWait() || !task.sql().isEmpty())) {
        pass(session.execute(new Request.Simple(String.join("; ", sql(now)))));
      }
      complete(now);
    } catch (RuntimeException | Error e) {
      now.forEach(task -> task.done().completeExceptionally(e));
      throw e;
    }
    return true;
  }

  private static List<String> sql(List<Task> tasks) {
    return tasks.stream().map(Task::sql).filter(sql -> !sql.isEmpty()).toList();
  }

  private void complete(List<Task> done) {
    lock.lock();
    try {
      done.forEach(task -> task.then().run());
    } finally {
      lock.unlock();
    }
    done.forEach(task -> task.done().complete(null));
  }

  private void awaitNotifications(NodeSession session) {
    Result result = session.execute(new Request.Notifications());
    lock.lock();
    try {
      if (tasks.isEmpty() && !closed) {
        waiting = session;
      } else {
        session.cancel();
      }
    } finally {
      lock.unlock();
    }
    pass(result);
  }

  private void pass(Result result) {
    PostgresError failure = null;
    try (result) {
      ResultEvent event;
      do {
        event = result.next();
        if (event instanceof ResultEvent.Notification notification) {
          pass(notification);
        } else if (event instanceof ResultEvent.Failed failed) {
          failure = failed.error();
        }
      } while (!(event instanceof ResultEvent.Ready));
    }
    if (failure != null) {
      throw new PostgresException(failure);
    }
  }

  private void pass(ResultEvent.Notification told) {
    Notification notification =
        new Notification(
            processes.clientOf(told.processId()).orElse(told.processId()),
            told.channel(),
            told.payload());
    // Whoever is told looks for what the transaction has done, which other nodes may be about to
    // commit: the home node is the first one that does.
    snapshots.takeSnapshots().close();
    List<Listener> listeners;
    lock.lock();
    try {
      listeners = List.copyOf(channels.getOrDefault(told.channel(), Set.of()));
    } finally {
      lock.unlock();
    }
    listeners.forEach(listener -> listener.notified(notification));
  }

  private void lost(Throwable why) {
    PostgresError error =
        why instanceof PostgresException failure
            ? failure.error()
            : PostgresError.of("XX000", "internal error of the coordinator: " + why);
    LOG.warn("what is told on node {} is not heard any more", cluster.home().name(), why);
    Set<Listener> listeners = new HashSet<>();
    List<Task> undone;
    lock.lock();
    try {
      channels.values().forEach(listeners::addAll);
      channels.clear();
      awaited.clear();
      undone = List.copyOf(tasks);
      tasks.clear();
      waiting = null;
      running = false;
    } finally {
      lock.unlock();
    }
    undone.forEach(task -> task.done().completeExceptionally(new PostgresException(error)));
    listeners.forEach(listener -> listener.lost(error));
  }

  /** The sessions have ended. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (waiting != null) {
        waiting.cancel();
        waiting = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
