package io.argosy.lab.architecture;

import io.argosy.lab.testbed.Machine;
import io.argosy.lab.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * RAID-0 over storage of all nodes. The striping is Btrfs's own, which needs no md in the kernel.
 *
 * @param disk what each node gives
 */
record StripedDisks(ExportedDisk disk) implements Storage {
  /** What Btrfs sets aside on each device. */
  private static final long RESERVED_BYTES = 256L << 20;

  @Override
  public Path create(Testbed testbed, long bytes) throws IOException, InterruptedException {
    long share = bytes / testbed.nodes().size() + RESERVED_BYTES;
    List<String> devices = new ArrayList<>();
    for (Machine node : testbed.nodes()) {
      devices.add(disk.attach(testbed, node, share));
    }
    List<String> format =
        new ArrayList<>(List.of("mkfs.btrfs", "-q", "-f", "-K", "-d", "raid0", "-m", "raid0"));
    format.addAll(devices);
    return FileSystem.make(
        testbed,
        "striped",
        format,
        // Any of the devices stands for all of them, once the kernel knows them.
        List.of("mount", "-o", options(devices), devices.getFirst()));
  }

  private static String options(List<String> devices) {
    return "noatime,nodatacow,device=" + String.join(",device=", devices);
  }
}
