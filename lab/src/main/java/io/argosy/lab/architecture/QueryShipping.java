package io.argosy.lab.architecture;

import io.argosy.lab.architecture.Database.StorageDirectory;
import io.argosy.lab.testbed.ArgosyOnMachines;
import io.argosy.lab.testbed.Program;
import io.argosy.lab.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Argosy: a PostgreSQL on every node's own disk, the coordinator on the client machine. */
record QueryShipping() implements Architecture {
  @Override
  public String name() {
    return "argosy";
  }

  @Override
  public String description() {
    return "query shipping over the nodes";
  }

  @Override
  public List<Program> programs() {
    return List.of();
  }

  @Override
  public Database start(Testbed testbed, LoadedDatabase data)
      throws IOException, InterruptedException {
    ArgosyOnMachines cluster = ArgosyOnMachines.start(testbed, data.installation());
    List<StorageDirectory> storage = new ArrayList<>();
    for (var node : testbed.nodes()) {
      storage.add(
          new StorageDirectory(
              node,
              Files.createDirectories(testbed.directory().resolve("storage-" + node.name()))));
    }
    return new Database(cluster.jdbcUrl(), cluster.nodes(), storage);
  }

  @Override
  public boolean usesLoadedDatabase() {
    return false;
  }
}
