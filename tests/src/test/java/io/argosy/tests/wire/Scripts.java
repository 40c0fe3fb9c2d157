package io.argosy.tests.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** The scripts in {@code src/test/resources/wire}, as tests against a target. */
final class Scripts {
  private static final Path FOLDER = Path.of("src/test/resources/wire");

  /** The scripts that Argosy answers otherwise, in the place of those of the same name. */
  private static final Path ARGOSY_FOLDER = FOLDER.resolve("argosy");

  /** Set by {@code -Dwire.record=true}: the scripts are rewritten with a PostgreSQL's answers. */
  private static final boolean RECORD = Boolean.getBoolean("wire.record");

  private Scripts() {}

  static Stream<DynamicTest> against(ScriptTarget target) throws IOException {
    return in(FOLDER).stream().map(script -> test(script, target));
  }

  /** The same without some of them. */
  static Stream<DynamicTest> against(ScriptTarget target, Set<String> except) throws IOException {
    return in(FOLDER).stream()
        .filter(script -> !except.contains(name(script)))
        .map(script -> test(script, target));
  }

  /** The same for a whole Argosy, with what it answers otherwise. */
  static Stream<DynamicTest> againstArgosy(ScriptTarget target) throws IOException {
    List<String> others = in(ARGOSY_FOLDER).stream().map(Scripts::name).toList();
    assertThat(in(FOLDER).stream().map(Scripts::name)).containsAll(others);
    return in(FOLDER).stream()
        .map(script -> others.contains(name(script)) ? ARGOSY_FOLDER.resolve(name(script)) : script)
        .map(script -> test(script, target));
  }

  /** All that are checked against a PostgreSQL. */
  static List<Path> all() throws IOException {
    return in(FOLDER);
  }

  private static String name(Path script) {
    return script.getFileName().toString();
  }

  private static List<Path> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".script")).sorted().toList();
    }
  }

  private static DynamicTest test(Path script, ScriptTarget target) {
    return DynamicTest.dynamicTest(
        name(script),
        script.toUri(),
        () ->
            assertThat(ScriptRunner.run(Files.readAllLines(script), target))
                .isEqualTo(Files.readString(script)));
  }

  /** Rewrites every script if that was asked for. */
  static void recordIfAsked(ScriptTarget postgres) throws IOException {
    recordIfAsked(FOLDER, postgres);
  }

  /** Rewrites the scripts that Argosy answers otherwise if that was asked for. */
  static void recordArgosyIfAsked(ScriptTarget argosy) throws IOException {
    recordIfAsked(ARGOSY_FOLDER, argosy);
  }

  private static void recordIfAsked(Path folder, ScriptTarget target) throws IOException {
    if (RECORD) {
      in(folder).forEach(script -> record(script, target));
    }
  }

  private static void record(Path script, ScriptTarget target) {
    try {
      Files.writeString(script, ScriptRunner.run(Files.readAllLines(script), target));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot record %s: %s".formatted(script, e.getMessage()), e);
    }
  }
}
