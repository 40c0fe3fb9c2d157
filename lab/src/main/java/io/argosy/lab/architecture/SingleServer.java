package io.argosy.lab.architecture;

import io.argosy.lab.architecture.Database.StorageDirectory;
import io.argosy.lab.testbed.Command;
import io.argosy.lab.testbed.PostgresOnMachine;
import io.argosy.lab.testbed.Program;
import io.argosy.lab.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One PostgreSQL on the client machine, which knows nothing of where its storage is.
 *
 * @param name what options and reports call it
 * @param description what its storage is
 * @param programs what its storage needs
 * @param storage where its files are
 */
record SingleServer(String name, String description, List<Program> programs, Storage storage)
    implements Architecture {
  /** Room for temporary files of queries, beside half of the data's size. */
  private static final long SPARE_BYTES = 1L << 30;

  @Override
  public Database start(Testbed testbed, LoadedDatabase data)
      throws IOException, InterruptedException {
    long bytes = data.bytes();
    Path directory = storage.create(testbed, bytes + bytes / 2 + SPARE_BYTES);
    Path files = directory.resolve("data");
    Command.of(
            "cp",
            "--archive",
            "--no-target-directory",
            data.directory().toString(),
            files.toString())
        .run();
    PostgresOnMachine server =
        PostgresOnMachine.start(testbed, testbed.client(), data.installation(), files);
    return new Database(
        server.jdbcUrl(),
        List.of(server),
        List.of(new StorageDirectory(testbed.client(), directory)));
  }

  @Override
  public boolean usesLoadedDatabase() {
    return true;
  }
}
