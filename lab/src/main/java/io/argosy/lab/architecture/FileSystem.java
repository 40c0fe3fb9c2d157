package io.argosy.lab.architecture;

import io.argosy.lab.testbed.Command;
import io.argosy.lab.testbed.Mounts;
import io.argosy.lab.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file system over a block device of the client machine. */
final class FileSystem {
  private FileSystem() {}

  /**
   * Makes and mounts it; it is unmounted with the testbed's services.
   *
   * @param format makes it
   * @param mount mounts it, if the directory is added
   * @return where it is mounted
   */
  static Path make(Testbed testbed, String name, List<String> format, List<String> mount)
      throws IOException, InterruptedException {
    new Command(format).run();
    Path directory = Mounts.directory(name);
    List<String> words = new ArrayList<>(mount);
    words.add(directory.toString());
    new Command(words).run();
    testbed.stopLater(() -> Mounts.unmount(directory));
    return directory;
  }
}
