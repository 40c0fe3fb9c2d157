package io.argosy.tests.process;

import io.argosy.coordinator.transaction.commit.CommitObserver;
import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.CoordinatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * A coordinator that stops when a commit or a recovery has come to a point, so that something can
 * be killed there. Arguments: the configuration's file, a point, a node's name, and a file. When it
 * stops, the file is there; when the file is deleted, it goes on. It stops once.
 */
final class StoppedCoordinator {
  private StoppedCoordinator() {}

  /** The file that says that it has stopped. */
  private record Stop(CommitObserver.Point where, String node, Path file)
      implements CommitObserver {
    @Override
    public void reached(Point point, String gid, String at) {
      if (point == where && at.equals(node)) {
        try {
          if (Files.notExists(used())) {
            Files.createFile(used());
            Files.createFile(file);
            FileWatch.awaitDeletion(file);
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    private Path used() {
      return file.resolveSibling(file.getFileName() + ".used");
    }
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    CommitObserver observer =
        new Stop(CommitObserver.Point.valueOf(arguments[1]), arguments[2], Path.of(arguments[3]));
    CoordinatorConfiguration configuration =
        CoordinatorConfiguration.read(Path.of(arguments[0]), System.getenv());
    CoordinatorProcess process = CoordinatorProcess.start(configuration, observer);
    System.out.println("ready " + process.jdbcUrl());
    new CountDownLatch(1).await();
  }
}
