package io.argosy.tests.client;

import io.argosy.tests.differential.Database;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.util.DriverInfo;

/** PostgreSQL JDBC, in this JVM. */
record JdbcClient() implements DriverClient {
  @Override
  public void prepare() {
    // It is on the class path.
  }

  @Override
  public DriverReport run(Database database) throws IOException, SQLException {
    JdbcBehaviours behaviours =
        new JdbcBehaviours(
            binary ->
                binary
                    ? Shop.connect(database, "prepareThreshold", "-1")
                    : Shop.connect(database, "binaryTransfer", "false"));
    List<String> output = new ArrayList<>(List.of("PostgreSQL JDBC " + DriverInfo.DRIVER_VERSION));
    output.addAll(behaviours.run());
    return DriverReport.parse(output);
  }
}
