package io.argosy.lab.architecture;

import io.argosy.lab.testbed.Command;
import io.argosy.lab.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The client machine's own disk. */
final class LocalDisk implements Storage {
  @Override
  public Path create(Testbed testbed, long bytes) throws IOException, InterruptedException {
    Path directory = testbed.directory().resolve("storage-client");
    remove(directory);
    testbed.stopLater(() -> remove(directory));
    return Files.createDirectories(directory);
  }

  private static void remove(Path directory) throws IOException, InterruptedException {
    Command.of("rm", "--recursive", "--force", directory.toString()).run();
  }
}
