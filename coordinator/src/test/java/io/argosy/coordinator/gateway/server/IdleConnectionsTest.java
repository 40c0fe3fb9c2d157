package io.argosy.coordinator.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.protocol.authentication.Authenticator.Requirement;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thousand clients that have asked something once and do nothing more. */
@Tag("slow")
@Isolated("what it measures needs the whole machine")
class IdleConnectionsTest {
  private static final Logger LOG = LoggerFactory.getLogger(IdleConnectionsTest.class);
  private static final int CLIENTS = 1000;

  /** The test's own end of a connection is in it, too. */
  private static final long MOST_BYTES_EACH = 64 * 1024;

  @Test
  void costLittleMemoryAndNoBackend() throws IOException, SQLException {
    List<RawClient> clients = new ArrayList<>();
    try (Coordinator coordinator = new Coordinator(SharedCluster.nodes());
        PostgresServer server =
            new PostgresServer(
                ServerConfiguration.of(
                        "127.0.0.1", 0, (user, database, client) -> new Requirement.Trust())
                    .withMaximumConnections(CLIENTS),
                coordinator)) {
      server.start();
      clients.add(client(server));
      long before = heapBytes();
      int leased = SharedCluster.leasedBackends();
      while (clients.size() < CLIENTS) {
        clients.add(client(server));
      }
      long each = (heapBytes() - before) / (CLIENTS - 1);
      LOG.info("{} bytes of heap for each idle connection", each);
      assertThat(each).isLessThan(MOST_BYTES_EACH);
      // Recovery of transactions has one for a moment, now and then.
      await()
          .untilAsserted(
              () -> assertThat(SharedCluster.leasedBackends()).isLessThanOrEqualTo(leased));
      assertThat(clients.get(CLIENTS / 2).query("SELECT 7").until('D').text()).endsWith("7");
    } finally {
      clients.forEach(RawClient::close);
    }
  }

  private static RawClient client(PostgresServer server) {
    RawClient client =
        new RawClient(server.port()).startup("user", "postgres", "database", "argosy");
    client.until('Z');
    client.query("SELECT 1").until('Z');
    return client;
  }

  private static long heapBytes() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
