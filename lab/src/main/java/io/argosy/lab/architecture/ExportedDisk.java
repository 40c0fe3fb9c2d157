package io.argosy.lab.architecture;

import io.argosy.lab.testbed.BlockFile;
import io.argosy.lab.testbed.Command;
import io.argosy.lab.testbed.Machine;
import io.argosy.lab.testbed.Mounts;
import io.argosy.lab.testbed.Program;
import io.argosy.lab.testbed.Service;
import io.argosy.lab.testbed.Testbed;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Storage of a node that the client machine uses as a block device, over the protocol of NBD: the
 * node exports it with nbdkit; the client shows it as a file with nbdfuse, and that as a loop
 * device. So it needs no NBD in the kernel.
 */
enum ExportedDisk {
  /** A file on the node's own disk. */
  FILE {
    @Override
    List<String> plugin(Testbed testbed, Machine node, long bytes) throws IOException {
      Path image = testbed.directory().resolve("export-" + node.name());
      Files.deleteIfExists(image);
      try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
        file.setLength(bytes);
      }
      testbed.stopLater(() -> Files.deleteIfExists(image));
      // The kernel would read ahead on the node, too, and more than its disk's rate allows.
      return List.of("file", image.toString(), "fadvise=random");
    }
  },
  /** The node's memory. */
  MEMORY {
    @Override
    List<String> plugin(Testbed testbed, Machine node, long bytes) {
      return List.of("memory", Long.toString(bytes));
    }
  };

  static final List<Program> PROGRAMS =
      List.of(Program.NBDKIT, Program.NBDFUSE, Program.FUSERMOUNT);

  private static final int PORT = 10809;

  /** A multiple of the sizes of blocks and pages. */
  private static final long UNIT = 1L << 20;

  abstract List<String> plugin(Testbed testbed, Machine node, long bytes) throws IOException;

  /**
   * Makes it, empty.
   *
   * @return the client's block device
   */
  String attach(Testbed testbed, Machine node, long bytes)
      throws IOException, InterruptedException {
    long size = (bytes + UNIT - 1) / UNIT * UNIT;
    Path directory = Files.createDirectories(testbed.directory().resolve("process"));
    Path exporter = directory.resolve("nbdkit-" + node.name());
    List<String> export =
        new ArrayList<>(
            List.of(
                "nbdkit",
                "-P",
                exporter.toString(),
                "-i",
                node.address(),
                "-p",
                Integer.toString(PORT)));
    // It returns when it serves, and goes on behind.
    export.addAll(plugin(testbed, node, size));
    node.run(export.toArray(String[]::new));
    testbed.stopLater(() -> Command.of("kill", Files.readString(exporter).strip()).run());

    Path mount = Mounts.directory("export-" + node.name());
    Service.start(
        testbed,
        testbed.client(),
        new Service.Description(
            "nbdfuse-" + node.name(),
            BlockFile.serve(
                directory.resolve("nbdfuse-" + node.name()),
                mount,
                "nbd://" + node.address() + ":" + PORT),
            BlockFile.READY,
            "TERM"));
    testbed.stopLater(() -> Mounts.unmount(mount));
    String device =
        Command.of(
                "losetup",
                "--show",
                "--direct-io=on",
                "--find",
                mount.resolve(BlockFile.NAME).toString())
            .run()
            .strip();
    testbed.stopLater(() -> Command.of("losetup", "--detach", device).run());
    return device;
  }
}
