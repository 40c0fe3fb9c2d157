package io.argosy.tpcd.architecture;

import io.argosy.tpcd.testbed.Command;
import io.argosy.tpcd.testbed.Machine;
import io.argosy.tpcd.testbed.Mounts;
import io.argosy.tpcd.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * GlusterFS over a directory of every node, files cut into shards that are spread over them. The
 * processes get their graphs from files, so that no management daemon is needed, of which a machine
 * has but one.
 */
final class ShardedFileSystem implements Storage {
  private static final int PORT = 24007;
  private static final String MOUNT_NAME = "sharded";

  @Override
  public Path create(Testbed testbed, long bytes) throws IOException, InterruptedException {
    Path directory = Files.createDirectories(testbed.directory().resolve("process"));
    for (Machine node : testbed.nodes()) {
      Path brick = testbed.directory().resolve("brick-" + node.name());
      remove(brick);
      Files.createDirectories(brick);
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

  private static String brickGraph(Machine node, Path brick) {
    return """
    volume files
      type storage/posix
      option directory %s
    end-volume
    volume locks
      type features/locks
      subvolumes files
    end-volume
    volume brick
      type performance/io-threads
      subvolumes locks
    end-volume
    volume server
      type protocol/server
      option transport-type tcp
      option transport.address-family inet
      option transport.socket.bind-address %s
      option transport.socket.listen-port %d
      option auth.addr.brick.allow *
      subvolumes brick
    end-volume
    """
        .formatted(brick, node.address(), PORT);
  }

  /** The kernel reads ahead; if GlusterFS did, too, blocks would come twice. */
  private static String clientGraph(List<Machine> nodes) {
    String connections =
        nodes.stream()
            .map(
                node ->
                    """
                    volume %s
                      type protocol/client
                      option transport-type tcp
                      option remote-host %s
                      option remote-port %d
                      option remote-subvolume brick
                    end-volume
                    """
                        .formatted(node.name(), node.address(), PORT))
            .collect(Collectors.joining());
    String names = nodes.stream().map(Machine::name).collect(Collectors.joining(" "));
    return connections
        + """
        volume distribute
          type cluster/distribute
          subvolumes %s
        end-volume
        volume shard
          type features/shard
          option shard-block-size 4MB
          subvolumes distribute
        end-volume
        volume write-behind
          type performance/write-behind
          subvolumes shard
        end-volume
        """
            .formatted(names);
  }
}
