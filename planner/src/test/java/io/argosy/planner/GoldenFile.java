package io.argosy.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Expected output as a file, rewritten when the tests run with {@code -Dgolden.update=true}. */
public final class GoldenFile {
  private static final Path RESOURCES = Path.of("src", "test", "resources");

  private GoldenFile() {}

  /** Fails unless the file has the text. */
  public static void assertMatches(String file, String actual) {
    try {
      Path path = RESOURCES.resolve(file);
      if (Boolean.getBoolean("golden.update")) {
        Files.createDirectories(path.getParent());
        Files.writeString(path, actual);
      }
      assertThat(actual).as(file).isEqualTo(read(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of a file of the test resources. */
  public static String read(String file) {
    try {
      return Files.readString(RESOURCES.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
