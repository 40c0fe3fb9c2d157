package io.argosy.tests.containers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;

/** The container engine of this machine, if it has one. */
final class DockerEngine {
  private DockerEngine() {}

  /** Skips the test where there is none. */
  static void require() throws InterruptedException {
    assumeTrue(succeeds("docker", "info"), "no Docker engine answers");
  }

  /** Whether a command ends well, whatever it says. */
  static boolean succeeds(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
