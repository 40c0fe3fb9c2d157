package io.argosy.lab.architecture;

import io.argosy.lab.testbed.Program;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The architectures that can be compared. */
public final class Architectures {
  private static final List<Architecture> ALL =
      List.of(
          new SingleServer("local", "the client machine's own disk", List.of(), new LocalDisk()),
          new SingleServer(
              "remote",
              "one node's disk, as one block device over the network",
              with(ExportedDisk.PROGRAMS, Program.MAKE_EXT4),
              new RemoteDisk()),
          new SingleServer(
              "device",
              "RAID-0 over the nodes' disks, as block devices over the network",
              with(ExportedDisk.PROGRAMS, Program.MAKE_BTRFS),
              new StripedDisks(ExportedDisk.FILE)),
          new SingleServer(
              "memory",
              "RAID-0 over the nodes' memory, as block devices over the network",
              with(ExportedDisk.PROGRAMS, Program.MAKE_BTRFS),
              new StripedDisks(ExportedDisk.MEMORY)),
          new SingleServer(
              "filesystem",
              "a distributed file system (GlusterFS) over the nodes' disks",
              List.of(Program.GLUSTER_SERVER, Program.GLUSTER_CLIENT),
              new ShardedFileSystem()),
          new QueryShipping());

  private Architectures() {}

  /** All of them, the plain one first. */
  public static List<Architecture> all() {
    return ALL;
  }

  /** The one with a name, if there is one. */
  public static Optional<Architecture> named(String name) {
    return ALL.stream().filter(architecture -> architecture.name().equals(name)).findFirst();
  }

  private static List<Program> with(List<Program> programs, Program more) {
    return Stream.concat(programs.stream(), Stream.of(more)).toList();
  }
}
