package io.argosy.lab.architecture;

import io.argosy.lab.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;

/** Where the client machine's PostgreSQL keeps its files. */
@FunctionalInterface
interface Storage {
  /**
   * Makes an empty directory on it; what it takes is given back with the testbed's services.
   *
   * @param bytes how much room is needed
   */
  Path create(Testbed testbed, long bytes) throws IOException, InterruptedException;
}
