package io.argosy.tpcd;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.server.local.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An Argosy with three empty nodes for the tests of one class. */
public final class ArgosyCluster implements BeforeAllCallback, AfterAllCallback {
  public static final int NODES = 3;

  private Path directory;
  private LocalCluster cluster;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    directory = Files.createTempDirectory("argosy-test");
    cluster = LocalCluster.start(new LocalCluster.Options(NODES, 0, directory));
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    cluster.close();
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    }
  }

  /** The coordinator's URL for PostgreSQL JDBC. */
  public String url() {
    return cluster.jdbcUrl();
  }

  /** The URLs of the nodes themselves. */
  public List<String> nodeUrls() {
    return cluster.servers().stream().map(EmbeddedServer::jdbcUrl).toList();
  }
}
