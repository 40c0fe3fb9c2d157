package io.argosy.tests.client;

import io.argosy.tests.differential.Database;
import java.io.IOException;
import java.sql.SQLException;

/** Does with one driver what {@code tests/clients/behaviours.json} lists. */
interface DriverClient {
  /**
   * Before the first run.
   *
   * @throws MissingToolchainException if it cannot run on this machine
   */
  void prepare() throws IOException, InterruptedException, MissingToolchainException;

  /** Runs on a database that has the schema {@link Shop}; tells what it has seen. */
  DriverReport run(Database database) throws IOException, InterruptedException, SQLException;
}
