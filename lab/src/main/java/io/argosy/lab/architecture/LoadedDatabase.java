package io.argosy.lab.architecture;

import io.argosy.lab.testbed.PostgresInstallation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A data directory with the benchmark's data, on which no server runs.
 *
 * @param installation the PostgreSQL that it belongs to
 * @param directory the data directory
 */
public record LoadedDatabase(PostgresInstallation installation, Path directory) {
  /** How much room its files take, in bytes. */
  long bytes() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(LoadedDatabase::size).sum();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
