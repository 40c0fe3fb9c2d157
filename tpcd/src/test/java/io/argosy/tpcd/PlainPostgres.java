package io.argosy.tpcd;

import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.schema.Placement;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** One embedded PostgreSQL for all tests of this module, with TPC-D at scale 0.01 loaded once. */
public final class PlainPostgres {
  public static final double SCALE = 0.01;

  private static final EmbeddedPostgres SERVER = start();
  private static final String LOADED_DATABASE = "loaded";

  /** A copy of it that nobody connects to, so that it can be copied at any time. */
  private static final String TEMPLATE = "never_read";

  private PlainPostgres() {}

  private static EmbeddedPostgres start() {
    try {
      EmbeddedPostgres server = EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void close(EmbeddedPostgres server) {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** URL of a database that nothing writes to, with the data of {@link #SCALE}. */
  public static synchronized String loadedUrl() throws Exception {
    String url = url(LOADED_DATABASE);
    if (!databaseExists(LOADED_DATABASE)) {
      execute(url("postgres"), "CREATE DATABASE " + LOADED_DATABASE);
      new Loader(url, SCALE, Placement.NONE, LoadProgress.NONE).load();
      execute(url("postgres"), "CREATE DATABASE " + TEMPLATE + " TEMPLATE " + LOADED_DATABASE);
    }
    return url;
  }

  /** URL of a new, empty database. */
  public static String emptyUrl(String name) throws SQLException {
    execute(url("postgres"), "DROP DATABASE IF EXISTS " + name);
    execute(url("postgres"), "CREATE DATABASE " + name);
    return url(name);
  }

  /** URL of a new database with a copy of the data, for a test that changes it. */
  public static String copyUrl(String name) throws Exception {
    loadedUrl();
    execute(url("postgres"), "DROP DATABASE IF EXISTS " + name);
    execute(url("postgres"), "CREATE DATABASE " + name + " TEMPLATE " + TEMPLATE);
    return url(name);
  }

  public static String url(String database) {
    return SERVER.getJdbcUrl("postgres", database);
  }

  public static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static boolean databaseExists(String name) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url("postgres"));
        Statement statement = connection.createStatement()) {
      return statement
          .executeQuery("SELECT 1 FROM pg_database WHERE datname = '" + name + "'")
          .next();
    }
  }
}
