package io.argosy.tests.client;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.argosy.tests.differential.Database;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.postgresql.util.DriverInfo;

/** The drivers of Java, in this JVM. */
enum JvmClient implements DriverClient {
  JDBC {
    @Override
    public DriverReport run(Path behaviours, Database database) throws IOException, SQLException {
      return report(
          behaviours,
          "PostgreSQL JDBC " + DriverInfo.DRIVER_VERSION,
          binary ->
              new JdbcDriver(
                  binary
                      ? Shop.connect(database, "prepareThreshold", "-1")
                      : Shop.connect(database, "binaryTransfer", "false")));
    }
  },

  /** All behaviours on the same one or two connections. */
  HIKARI_CP {
    @Override
    public DriverReport run(Path behaviours, Database database) throws IOException, SQLException {
      try (HikariDataSource text = pool(database, "binaryTransfer", "false");
          HikariDataSource binary = pool(database, "prepareThreshold", "-1")) {
        return report(
            behaviours,
            "HikariCP %s, PostgreSQL JDBC %s".formatted(hikariVersion(), DriverInfo.DRIVER_VERSION),
            wanted -> new JdbcDriver((wanted ? binary : text).getConnection()));
      }
    }

    private static String hikariVersion() throws IOException {
      Properties properties = new Properties();
      try (InputStream file =
          HikariDataSource.class.getResourceAsStream(
              "/META-INF/maven/com.zaxxer/HikariCP/pom.properties")) {
        properties.load(file);
      }
      return properties.getProperty("version");
    }

    private static HikariDataSource pool(Database database, String property, String value) {
      HikariConfig configuration = new HikariConfig();
      configuration.setJdbcUrl(database.jdbcUrl());
      configuration.addDataSourceProperty(property, value);
      configuration.setMaximumPoolSize(1);
      return new HikariDataSource(configuration);
    }
  },

  R2DBC {
    @Override
    public DriverReport run(Path behaviours, Database database) throws IOException, SQLException {
      return report(
          behaviours,
          "R2DBC PostgreSQL "
              + PostgresqlConnectionFactory.class.getPackage().getImplementationVersion(),
          binary -> R2dbcDriver.connect(database.jdbcUrl(), binary));
    }
  };

  @Override
  public void prepare() {
    // They are on the class path.
  }

  private static DriverReport report(Path behaviours, String driver, JvmDriver.Connector connector)
      throws IOException, SQLException {
    List<String> output = new ArrayList<>(List.of(driver));
    output.addAll(new JvmBehaviours(behaviours, connector).run());
    return DriverReport.parse(output);
  }
}
