package io.argosy.tests.drivers.suites;

import io.argosy.tests.client.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A folder below {@code target} for the tests of drivers, which are fetched into it.
 *
 * @param path the folder
 */
record SuiteFolder(Path path) {
  /** Fetches what is wanted. */
  interface Fetching {
    void run() throws IOException, InterruptedException, UnavailableSuiteException;
  }

  static SuiteFolder of(String name) {
    return new SuiteFolder(Path.of("target", "clients", name).toAbsolutePath());
  }

  Path resolve(String name) {
    return path.resolve(name);
  }

  /**
   * Makes the folder anew, unless it holds what is wanted.
   *
   * @param wanted says what the folder holds in the end
   */
  synchronized void fetchOnce(String wanted, Fetching fetching)
      throws IOException, InterruptedException, UnavailableSuiteException {
    Path fetched = path.resolve("fetched");
    if (Files.exists(fetched) && Files.readString(fetched).equals(wanted)) {
      return;
    }
    require(Map.of(), "rm", "-rf", path.toString());
    Files.createDirectories(path);
    fetching.run();
    Files.writeString(fetched, wanted);
  }

  /**
   * Runs a program that must succeed; gives what it wrote.
   *
   * @throws UnavailableSuiteException if it fails, or there is no such program
   */
  static String require(Map<String, String> environment, String... command)
      throws IOException, InterruptedException, UnavailableSuiteException {
    return require(environment, List.of(command));
  }

  /** The same in the environment of this process. */
  static String require(List<String> command)
      throws IOException, InterruptedException, UnavailableSuiteException {
    return require(Map.of(), command);
  }

  private static String require(Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException, UnavailableSuiteException {
    Program done = Program.run(command, environment);
    if (done.failed()) {
      throw new UnavailableSuiteException(
          String.join(" ", command) + ": " + (done.output() + done.errors()).strip());
    }
    return done.output();
  }
}
