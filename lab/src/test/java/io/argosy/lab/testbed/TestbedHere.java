package io.argosy.lab.testbed;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Whether tests can have a testbed on this machine. */
public final class TestbedHere {
  private TestbedHere() {}

  /**
   * Skips the test, with the reason, where there can be none.
   *
   * @return where the testbed may keep its data
   */
  public static Path directoryOrSkip(List<Program> programs) throws IOException {
    List<String> missing = Testbed.missing(programs);
    assumeTrue(missing.isEmpty(), () -> "no testbed here, missing: " + missing);
    Path directory =
        Files.createDirectories(Path.of("target", "testbed")).toAbsolutePath().normalize();
    try {
      BlockDevice.of(directory);
    } catch (TestbedException e) {
      assumeTrue(false, e.getMessage());
    }
    return directory;
  }
}
