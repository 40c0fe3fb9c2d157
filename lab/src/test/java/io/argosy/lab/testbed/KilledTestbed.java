package io.argosy.lab.testbed;

import java.nio.file.Path;
import java.util.List;

/** Builds a testbed with a process on it, says so, and waits to be killed. */
final class KilledTestbed {
  private KilledTestbed() {}

  public static void main(String[] arguments) throws Exception {
    Testbed testbed = Testbed.claim(Path.of(arguments[0]), List.of());
    testbed.build(1);
    System.out.println("built");
    testbed.nodes().getFirst().run("sleep", "600");
  }
}
