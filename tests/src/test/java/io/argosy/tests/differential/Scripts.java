package io.argosy.tests.differential;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The SQL scripts below {@code differential/} in the test resources. */
final class Scripts {
  private static final String ROOT = "/differential/";
  private static final String EXTENSION = ".sql";

  private Scripts() {}

  /**
   * The statements of a script.
   *
   * @param name the path below {@code differential/} without its extension, such as {@code
   *     corpus/joins}
   */
  static List<ScriptStatement> read(String name) {
    return ScriptReader.read(name, text(name));
  }

  /** The text of a script. */
  static String text(String name) {
    try (InputStream script = Scripts.class.getResourceAsStream(ROOT + name + EXTENSION)) {
      if (script == null) {
        throw new IllegalArgumentException("no script " + name);
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of a folder's scripts, in the order of their names. */
  static Stream<String> namesIn(String folder) {
    try (Stream<Path> files =
        Files.list(Path.of(Scripts.class.getResource(ROOT + folder).toURI()))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(EXTENSION))
          .map(file -> folder + "/" + file.substring(0, file.length() - EXTENSION.length()))
          .sorted()
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
