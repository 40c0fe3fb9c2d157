package io.argosy.server.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options of a command that is configured by a file. */
final class ConfigurationFile {
  @ArgGroup(multiplicity = "1")
  private Choice choice;

  /** One of the two. */
  private static final class Choice {
    @Option(names = "--config", paramLabel = "FILE", description = "The configuration, in YAML.")
    private Path file;

    @Option(names = "--example", description = "Prints a configuration with comments, and ends.")
    private boolean example;
  }

  boolean wantsExample() {
    return choice.example;
  }

  Path path() {
    return choice.file;
  }

  /** The commented example that lies in {@code docker/} and beside this class. */
  static String example(String name) throws IOException {
    try (InputStream stream = ConfigurationFile.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("resource " + name + " is missing");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
