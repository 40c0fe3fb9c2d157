package io.argosy.coordinator.schema;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.node.TextResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A database on the first node, another with its name on the second, and roles on both. */
final class TwoDatabases implements AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final List<String> ROLES = List.of("alice", "bob", "\"carol; --\"");

  private final String name = "schema_" + NUMBER.incrementAndGet();
  private final NodeSession from;
  private final NodeSession to;

  TwoDatabases() throws IOException {
    for (int node = 0; node < 2; node++) {
      try (NodeSession session = SharedCluster.session(node)) {
        TextResult.run(session, "CREATE DATABASE " + name);
        ROLES.forEach(role -> TextResult.run(session, "CREATE ROLE " + role));
      }
    }
    from = open(0);
    to = open(1);
    // Objects have other numbers on the other node.
    TextResult.run(to, "SELECT lo_create(0) FROM generate_series(1, 17)");
  }

  private NodeSession open(int node) throws IOException {
    Cluster cluster = SharedCluster.nodes();
    return cluster.nodes().get(node).open(new SessionOptions(name, "postgres", Map.of()));
  }

  NodeSession from() {
    return from;
  }

  NodeSession to() {
    return to;
  }

  TwoDatabases onFrom(String... statements) {
    List.of(statements).forEach(sql -> TextResult.run(from, sql));
    return this;
  }

  TwoDatabases onTo(String... statements) {
    List.of(statements).forEach(sql -> TextResult.run(to, sql));
    return this;
  }

  TwoDatabases onBoth(String... statements) {
    return onFrom(statements).onTo(statements);
  }

  /** What lies beside the tests' classes. */
  static String resource(String name) throws IOException {
    try (InputStream stream = TwoDatabases.class.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Copies in a transaction of its own. */
  int copy() {
    TextResult.run(to, "BEGIN");
    try {
      int made = SchemaCopy.make(from, to);
      TextResult.run(to, "COMMIT");
      return made;
    } finally {
      if (to.transactionStatus() != 'I') {
        TextResult.run(to, "ROLLBACK");
      }
    }
  }

  List<String> differences() {
    return SchemaComparison.differences(from, to);
  }

  @Override
  public void close() throws IOException {
    from.discardOnClose();
    from.close();
    to.discardOnClose();
    to.close();
    for (int node = 0; node < 2; node++) {
      try (NodeSession session = SharedCluster.session(node)) {
        TextResult.run(session, "DROP DATABASE " + name + " WITH (FORCE)");
        ROLES.forEach(role -> TextResult.run(session, "DROP ROLE " + role));
      }
    }
  }
}
