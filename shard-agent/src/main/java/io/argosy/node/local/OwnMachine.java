package io.argosy.node.local;

import io.argosy.node.MachineSamples;
import io.argosy.node.SessionOptions;
import io.argosy.node.sample.MachineSampler;
import io.argosy.node.sample.SampledServer;
import io.argosy.protocol.client.ServerAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples this machine for a server that runs on it. It does if all of its addresses are this
 * machine's, and the first backend that it gives is seen here as a process: of that number, of
 * PostgreSQL, and for the role and the database of the session. An address alone says little, since
 * tunnels and proxies listen here too. Where it cannot be seen, as in a container of its own,
 * nothing is sampled. Thread-safe.
 */
final class OwnMachine implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(OwnMachine.class);
  private static final Path PROC = Path.of("/proc");

  private final List<ServerAddress> servers;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean decided;

  /** Null where nothing is sampled, or not yet. */
  private volatile MachineSampler sampler;

  OwnMachine(List<ServerAddress> servers, boolean samples) {
    this.servers = servers;
    this.decided = !samples;
  }

  /** A backend was given; the first one decides. What goes wrong with that is no harm to it. */
  void see(int process, SessionOptions options) {
    try {
      look(process, options);
    } catch (RuntimeException e) {
      log.warn("this machine is not sampled", e);
    }
  }

  private void look(int process, SessionOptions options) {
    if (decided) {
      MachineSampler working = sampler;
      if (working != null) {
        working.see(process, options.user(), options.database());
      }
      return;
    }
    lock.lock();
    try {
      if (!decided) {
        decided = true;
        server(process, options).ifPresent(server -> sampler = MachineSampler.start(server));
      }
    } finally {
      lock.unlock();
    }
  }

  Optional<MachineSamples> samples(Instant since, int most) {
    MachineSampler working = sampler;
    if (working == null) {
      return Optional.empty();
    }
    Instant now = Instant.now();
    return Optional.of(
        MachineSamples.answered(working.since(since, most), working.now(), now, now));
  }

  private Optional<SampledServer> server(int process, SessionOptions options) {
    return servers.stream().allMatch(OwnMachine::isHere)
        ? SampledServer.ofBackend(PROC, process, options.user(), options.database())
        : Optional.empty();
  }

  /** A directory is that of a Unix-domain socket. */
  private static boolean isHere(ServerAddress server) {
    if (server.host().startsWith("/")) {
      return true;
    }
    try {
      for (InetAddress address : InetAddress.getAllByName(server.host())) {
        if (!address.isLoopbackAddress() && NetworkInterface.getByInetAddress(address) == null) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      decided = true;
      if (sampler != null) {
        sampler.close();
        sampler = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
