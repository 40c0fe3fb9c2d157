package io.argosy.tpcd.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The servers of one demonstration and the directory they live in. Closing it, which any thread may
 * do at any time, leaves nothing running, and nothing behind in a directory of its own.
 */
public final class Demo implements AutoCloseable {
  private final DemoServers servers;
  private final Path directory;
  private final boolean temporary;
  private final Deque<DemoServer> running = new ArrayDeque<>();
  private boolean closed;

  private Demo(DemoServers servers, Path directory, boolean temporary) {
    this.servers = servers;
    this.directory = directory;
    this.temporary = temporary;
  }

  /**
   * Prepares a demonstration without starting anything.
   *
   * @param directory where the data is kept for the next time; if there is none, it is deleted
   */
  public static Demo in(DemoServers servers, Optional<Path> directory) throws IOException {
    return directory.isPresent()
        ? new Demo(servers, Files.createDirectories(directory.get()), false)
        : new Demo(servers, Files.createTempDirectory("argosy-demo"), true);
  }

  /** Starts the cluster. See {@link DemoServers#startCluster}. */
  public DemoServer startCluster(int nodes, int port) throws IOException {
    return keep(servers.startCluster(nodes, port, directory.resolve("cluster")));
  }

  /** Starts the cluster with a web console. See {@link DemoServers#startClusterWithConsole}. */
  public DemoServer startClusterWithConsole(int nodes, int port, Optional<Integer> console)
      throws IOException {
    return keep(
        servers.startClusterWithConsole(nodes, port, console, directory.resolve("cluster")));
  }

  /** Starts the PostgreSQL to compare with a cluster of so many nodes. */
  public DemoServer startSingle(int nodes) throws IOException {
    return keep(servers.startSingle(nodes, directory.resolve("single")));
  }

  /** Stops what was started last. */
  public void stopLast() throws IOException {
    DemoServer last;
    synchronized (this) {
      last = running.poll();
    }
    if (last != null) {
      last.close();
    }
  }

  private DemoServer keep(DemoServer started) throws IOException {
    synchronized (this) {
      if (!closed) {
        running.push(started);
        return started;
      }
    }
    started.close();
    throw new IOException("stopped while starting");
  }

  /** Whether {@link #close} was called, so that failures from now on are its consequences. */
  public synchronized boolean isClosed() {
    return closed;
  }

  /** Stops everything, the last first. Waits if another thread is at it. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    IOException failure = null;
    for (DemoServer server = running.poll(); server != null; server = running.poll()) {
      try {
        server.close();
      } catch (IOException e) {
        if (failure != null) {
          e.addSuppressed(failure);
        }
        failure = e;
      }
    }
    if (temporary) {
      Directories.delete(directory);
    }
    if (failure != null) {
      throw failure;
    }
  }
}
