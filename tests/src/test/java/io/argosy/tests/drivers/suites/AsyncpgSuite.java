package io.argosy.tests.drivers.suites;

import java.util.List;
import java.util.Map;

/** The tests of asyncpg. */
final class AsyncpgSuite extends PythonSuite {
  AsyncpgSuite() {
    super(
        "asyncpg",
        "asyncpg",
        List.of("tests/test_introspection.py::TestIntrospection::test_introspection_on_large_db"));
  }

  /** Some of the tests name this database themselves. */
  @Override
  Map<String, String> environment(int port) {
    return Map.of(
        "PGHOST",
        "127.0.0.1",
        "PGPORT",
        Integer.toString(port),
        "PGUSER",
        "postgres",
        "PGDATABASE",
        "postgres");
  }

  @Override
  public List<String> definitions() {
    return List.of();
  }
}
