package io.argosy.tests.drivers.suites;

import java.util.List;
import java.util.Map;

/** The tests of psycopg2. Those of its successor, psycopg 3, are in no archive of sources. */
final class Psycopg2Suite extends PythonSuite {
  Psycopg2Suite() {
    super("psycopg2", "psycopg2-binary", List.of());
  }

  @Override
  Map<String, String> environment(int port) {
    return Map.of(
        "PSYCOPG2_TESTDB",
        "argosy",
        "PSYCOPG2_TESTDB_HOST",
        "127.0.0.1",
        "PSYCOPG2_TESTDB_PORT",
        Integer.toString(port),
        "PSYCOPG2_TESTDB_USER",
        "postgres");
  }

  @Override
  public List<String> definitions() {
    return List.of("CREATE EXTENSION hstore");
  }
}
