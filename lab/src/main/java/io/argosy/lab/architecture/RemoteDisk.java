package io.argosy.lab.architecture;

import io.argosy.lab.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One node's disk, with a file system that only the client uses. */
final class RemoteDisk implements Storage {
  @Override
  public Path create(Testbed testbed, long bytes) throws IOException, InterruptedException {
    String device = ExportedDisk.FILE.attach(testbed, testbed.nodes().getFirst(), bytes);
    return FileSystem.make(
        testbed,
        "remote",
        List.of("mkfs.ext4", "-q", "-F", "-E", "nodiscard", device),
        List.of("mount", "-o", "noatime", device));
  }
}
