package io.argosy.tests.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** The scripts in {@code src/test/resources/wire}, as tests against a target. */
final class Scripts {
  private static final Path FOLDER = Path.of("src/test/resources/wire");

  /** Set by {@code -Dwire.record=true}: the scripts are rewritten with a PostgreSQL's answers. */
  private static final boolean RECORD = Boolean.getBoolean("wire.record");

  private Scripts() {}

  static Stream<DynamicTest> against(ScriptTarget target) throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<Path> scripts =
          files.filter(file -> file.toString().endsWith(".script")).sorted().toList();
      return scripts.stream().map(script -> test(script, target));
    }
  }

  private static DynamicTest test(Path script, ScriptTarget target) {
    return DynamicTest.dynamicTest(
        script.getFileName().toString(),
        script.toUri(),
        () ->
            assertThat(ScriptRunner.run(Files.readAllLines(script), target))
                .isEqualTo(Files.readString(script)));
  }

  /** Rewrites every script if that was asked for. */
  static void recordIfAsked(ScriptTarget postgres) throws IOException {
    if (RECORD) {
      try (Stream<Path> files = Files.list(FOLDER)) {
        files.filter(file -> file.toString().endsWith(".script")).forEach(f -> record(f, postgres));
      }
    }
  }

  private static void record(Path script, ScriptTarget postgres) {
    try {
      Files.writeString(script, ScriptRunner.run(Files.readAllLines(script), postgres));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot record %s: %s".formatted(script, e.getMessage()), e);
    }
  }
}
