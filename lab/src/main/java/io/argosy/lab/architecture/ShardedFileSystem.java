package io.argosy.lab.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.lab.testbed.Command;
import io.argosy.lab.testbed.Machine;
import io.argosy.lab.testbed.Mounts;
import io.argosy.lab.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * GlusterFS over a directory of every node, files cut into shards that are spread over them. The
 * processes get their graphs from files, so that no management daemon is needed, of which a machine
 * has but one. The graphs are those that the daemon of GlusterFS 10 writes for a volume over
 * several bricks with {@code features.shard on} and nothing else set, but for the translator of
 * deleted files, and for the smaller shards, which spread a table over all nodes.
 */
final class ShardedFileSystem implements Storage {
  private static final int PORT = 24007;
  private static final String MOUNT_NAME = "sharded";
  private static final String SHARD = "4MB";

  @Override
  public Path create(Testbed testbed, long bytes) throws IOException, InterruptedException {
    Path directory = Files.createDirectories(testbed.directory().resolve("process"));
    for (Machine node : testbed.nodes()) {
      Path brick = testbed.directory().resolve("brick-" + node.name());
      remove(brick);
      Files.createDirectories(indices(brick));
      testbed.stopLater(() -> remove(brick));
      Path graph = directory.resolve("brick-" + node.name() + ".vol");
      Files.writeString(graph, brickGraph(node, brick));
      Path process = directory.resolve("glusterfsd-" + node.name());
      node.run(
          "glusterfsd", "-f", graph.toString(), "-p", process.toString(), "-l", log(testbed, node));
      testbed.stopLater(() -> Command.of("kill", Files.readString(process).strip()).run());
    }
    Path graph = directory.resolve("client.vol");
    Files.writeString(graph, clientGraph(testbed.nodes()));
    Path mount = Mounts.directory(MOUNT_NAME);
    testbed
        .client()
        .run(
            "glusterfs",
            "-f",
            graph.toString(),
            "-l",
            log(testbed, testbed.client()),
            mount.toString());
    testbed.stopLater(() -> Mounts.unmount(mount));
    return mount;
  }

  private static String log(Testbed testbed, Machine machine) throws IOException {
    return Files.createDirectories(testbed.directory().resolve("log"))
        .resolve(machine.name() + "-gluster.log")
        .toString();
  }

  private static void remove(Path brick) throws IOException, InterruptedException {
    Command.of("rm", "--recursive", "--force", brick.toString()).run();
  }

  /** What the daemon makes before it starts a brick. */
  private static Path indices(Path brick) {
    return brick.resolve(".glusterfs").resolve("indices");
  }

  private static String brickGraph(Machine node, Path brick) {
    String id = UUID.nameUUIDFromBytes(node.name().getBytes(UTF_8)).toString();
    return new VolumeGraph()
        .leaf("posix", "storage/posix", "directory " + brick)
        .over(
            "changelog",
            "features/changelog",
            "changelog-brick " + brick,
            "changelog-dir " + brick.resolve(".glusterfs").resolve("changelogs"))
        .over("bitrot-stub", "features/bitrot-stub", "export " + brick, "bitrot disable")
        .over("access-control", "features/access-control")
        .over("locks", "features/locks")
        .over("worm", "features/worm", "worm off", "worm-file-level off")
        .over("read-only", "features/read-only", "read-only off")
        .over("leases", "features/leases", "leases off")
        .over("upcall", "features/upcall", "cache-invalidation off")
        .over("io-threads", "performance/io-threads")
        .over("selinux", "features/selinux")
        .over(
            "marker",
            "features/marker",
            "volume-uuid " + id,
            "timestamp-file " + brick.resolveSibling("marker-" + node.name()),
            "xtime off",
            "quota off",
            "inode-quota off")
        .over("barrier", "features/barrier", "barrier disable")
        .over("index", "features/index", "index-base " + indices(brick))
        .over("quota", "features/quota", "volume-uuid " + id, "server-quota off")
        .over("brick", "debug/io-stats", "unique-id " + brick)
        .over(
            "server",
            "protocol/server",
            "transport-type tcp",
            "transport.address-family inet",
            "transport.socket.bind-address " + node.address(),
            "transport.socket.listen-port " + PORT,
            "auth.addr.brick.allow *")
        .toString();
  }

  private static String clientGraph(List<Machine> nodes) {
    VolumeGraph graph = new VolumeGraph();
    for (Machine node : nodes) {
      graph.leaf(
          node.name(),
          "protocol/client",
          "transport-type tcp",
          "remote-host " + node.address(),
          "remote-port " + PORT,
          "remote-subvolume brick");
    }
    return graph
        .over("distribute", "cluster/distribute")
        .over("shard", "features/shard", "shard-block-size " + SHARD)
        .over("utime", "features/utime", "noatime on")
        .over("write-behind", "performance/write-behind")
        .over("open-behind", "performance/open-behind")
        .over("quick-read", "performance/quick-read")
        .over("md-cache", "performance/md-cache")
        .over("io-threads", "performance/io-threads")
        .over("statistics", "debug/io-stats")
        .toString();
  }
}
