package io.argosy.coordinator.cluster.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients know the home node's numbers of objects, which are other objects on other nodes. */
class ObjectNumbersTest extends SessionTest {
  private static final int TIMES = 8;

  @BeforeAll
  static void create() throws Exception {
    SharedCluster.makeNumbersDiffer();
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE SCHEMA numbered",
          "CREATE TYPE numbered.mood AS ENUM ('sad', 'glad')",
          "CREATE TABLE numbered.t (k int PRIMARY KEY, m numbered.mood)",
          "SELECT create_distributed_table('numbered.t', 'k')",
          "CREATE VIEW numbered.v AS SELECT k, m FROM numbered.t",
          "COMMENT ON VIEW numbered.v IS 'a view'",
          "COMMENT ON COLUMN numbered.v.k IS 'a column'",
          "CREATE FUNCTION numbered.f(numbered.mood) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT"
              + " 1'",
          "SELECT lo_create(818181)",
          "COMMENT ON LARGE OBJECT 818181 IS 'a large object'");
    }
  }

  @AfterAll
  static void drop() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(connection, "DROP SCHEMA numbered CASCADE", "SELECT lo_unlink(818181)");
    }
  }

  /** Numbers are in the place of names. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT obj_description(VIEW, 'pg_class')",
        "SELECT obj_description(VIEW)",
        "SELECT obj_description(818181, 'pg_largeobject')",
        "SELECT col_description(VIEW, 1)",
        "SELECT format_type(TYPE, NULL)",
        "SELECT format_type(TYPE, -1) || '!'",
        "SELECT pg_get_viewdef(VIEW)",
        "SELECT pg_describe_object(1259, VIEW, 0)",
        "SELECT pg_get_function_arguments(FUNCTION)",
        "SELECT oidvectortypes('TYPE 23')",
        "SELECT has_table_privilege(VIEW, 'SELECT')",
        "SELECT pg_table_is_visible(VIEW)",
        "SELECT VIEW::regclass",
        "SELECT TYPE::regtype",
        "SELECT FUNCTION::regprocedure",
        "SELECT row_security_active(VIEW)",
      })
  void meanTheHomeNodesObjects(String sql) throws Exception {
    String numbered =
        sql.replace("VIEW", number("'numbered.v'::regclass"))
            .replace("TYPE", number("'numbered.mood'::regtype"))
            .replace("FUNCTION", number("'numbered.f'::regproc"));
    List<String> expected = SharedCluster.onNodes(numbered).getFirst();
    for (int i = 0; i < TIMES; i++) {
      assertThat(rows(numbered)).isEqualTo(expected);
    }
  }

  private String number(String name) throws Exception {
    return rows("SELECT " + name + "::oid").getFirst();
  }
}
