package io.argosy.tests.client;

import io.argosy.tests.differential.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/** Does with one driver what a file of behaviours in {@code tests/clients} lists. */
interface DriverClient {
  /**
   * Before the first run.
   *
   * @throws MissingToolchainException if it cannot run on this machine
   */
  void prepare() throws IOException, InterruptedException, MissingToolchainException;

  /**
   * Runs on a database that has the schema {@link Shop}; tells what it has seen. Where it cannot
   * connect it throws what names the driver's reason.
   */
  DriverReport run(Path behaviours, Database database)
      throws IOException, InterruptedException, SQLException;
}
