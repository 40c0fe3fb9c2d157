package io.argosy.tests.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program that has ended.
 *
 * @param status its exit status; {@link #NOT_STARTED} where there is no such program
 * @param output what it wrote to its standard output
 * @param errors what it wrote to its standard error
 */
public record Program(int status, String output, String errors) {
  public static final int NOT_STARTED = -1;

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** Runs a program to its end; one that takes too long is killed, and has failed. */
  public static Program run(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    return run(command, environment, PATIENCE);
  }

  /** The same with another patience. */
  public static Program run(
      List<String> command, Map<String, String> environment, Duration patience)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("program", ".output");
    Path errors = Files.createTempFile("program", ".errors");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile());
      builder.environment().putAll(environment);
      Process process;
      try {
        process = builder.start();
      } catch (IOException e) {
        return new Program(NOT_STARTED, "", e.getMessage());
      }
      if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      return new Program(process.exitValue(), Files.readString(output), Files.readString(errors));
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }

  public boolean failed() {
    return status != 0;
  }
}
