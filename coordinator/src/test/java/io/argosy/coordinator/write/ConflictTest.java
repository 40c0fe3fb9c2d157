package io.argosy.coordinator.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;

/** ON CONFLICT DO UPDATE whose values the nodes would not all compute alike. */
class ConflictTest extends SessionTest {
  @BeforeEach
  void createTables() throws SQLException {
    run(
        "CREATE SEQUENCE numbers",
        "CREATE TABLE everywhere (id int PRIMARY KEY, n int, number int DEFAULT nextval('numbers'),"
            + " r float8, at timestamptz, doubled int GENERATED ALWAYS AS (n * 2) STORED)",
        "SELECT create_reference_table('everywhere')",
        "CREATE TABLE spread (id int PRIMARY KEY, n int, at timestamptz)",
        "SELECT create_distributed_table('spread', 'id')",
        "CREATE TABLE far (n int)",
        "SELECT create_distributed_table('far', 'n')",
        "CREATE TABLE home (n int)",
        "INSERT INTO home VALUES (1), (2)",
        "INSERT INTO far SELECT generate_series(1, 20)",
        "INSERT INTO everywhere SELECT generate_series(1, 6), 0, 0",
        "INSERT INTO spread SELECT generate_series(1, 6), 0");
  }

  @AfterEach
  void dropTables() throws SQLException {
    run("DROP TABLE everywhere, spread, far, home", "DROP SEQUENCE numbers");
  }

  private void assertEqualOnAllNodes() throws Exception {
    List<List<String>> nodes = SharedCluster.onNodes("SELECT * FROM everywhere ORDER BY id");
    assertThat(nodes.get(0)).isNotEmpty();
    assertThat(nodes.get(1)).isEqualTo(nodes.get(0));
    assertThat(nodes.get(2)).isEqualTo(nodes.get(0));
  }

  private static final String NEW = "INSERT INTO everywhere (id, n) VALUES (1, 1), (2, 2), (9, 9)";

  @Test
  void whatIsVolatileHasOneValueInAllCopies() throws Exception {
    assertThat(
            rows(
                NEW
                    + " ON CONFLICT (id) DO UPDATE SET r = random(), n = excluded.n"
                    + " RETURNING id, n, r IS NULL"))
        .containsExactly("1|1|f", "2|2|f", "9|9|t");
    assertEqualOnAllNodes();
    update(NEW + " ON CONFLICT (id) DO UPDATE SET at = clock_timestamp()");
    assertEqualOnAllNodes();
    assertThat(rows("SELECT count(DISTINCT at) FROM everywhere")).containsExactly("3");
    update(NEW + " ON CONFLICT (id) DO UPDATE SET number = DEFAULT WHERE everywhere.id < 3");
    assertEqualOnAllNodes();
    assertThat(rows("SELECT count(*) FROM everywhere WHERE number = 0")).containsExactly("4");
  }

  @Test
  void theTimeOfTheTransactionIsOneOnAllNodes() throws Exception {
    update(NEW + " ON CONFLICT (id) DO UPDATE SET at = now()");
    update(NEW + " ON CONFLICT (id) DO UPDATE SET at = LOCALTIMESTAMP, n = 7 WHERE excluded.n > 1");
    assertEqualOnAllNodes();
    update(
        "INSERT INTO spread SELECT generate_series(1, 6) ON CONFLICT (id) DO UPDATE SET at ="
            + " CURRENT_TIMESTAMP");
    update(
        "INSERT INTO spread VALUES (1), (2), (3), (4), (5), (6) ON CONFLICT (id) DO UPDATE SET n ="
            + " 1 WHERE spread.at < now()");
    assertThat(rows("SELECT count(DISTINCT at), sum(n) FROM spread")).containsExactly("1|6");
  }

  @Test
  void copiesGetWhatTheHomeNodeReads() throws Exception {
    update(
        NEW
            + " ON CONFLICT (id) DO UPDATE SET (n, number) = (SELECT count(*), sum(home.n) FROM"
            + " home, far WHERE far.n > excluded.n)");
    assertEqualOnAllNodes();
    assertThat(rows("SELECT id, n, number, doubled FROM everywhere WHERE id < 3 ORDER BY id"))
        .containsExactly("1|38|57|76", "2|36|54|72");
  }

  @Test
  void whatCannotBeComputedOnceIsRefused() throws Exception {
    assertRefused(
        "INSERT INTO spread VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 7",
        "assigns the distribution column \"id\" of \"spread\"");
    assertRefused(
        "INSERT INTO spread VALUES (1) ON CONFLICT (id) DO UPDATE SET n = nextval('numbers')",
        "the function nextval");
    assertRefused(
        "INSERT INTO spread VALUES (1) ON CONFLICT (id) DO UPDATE SET n = (SELECT random())",
        "the volatile function random beside a subquery");
    assertRefused(
        NEW + " ON CONFLICT (id) DO UPDATE SET id = excluded.id + 10 * random()",
        "it assigns the key column \"id\"");
    run(
        "CREATE TABLE nullable (id int UNIQUE, n int)",
        "SELECT create_reference_table('nullable')");
    try {
      assertRefused(
          "INSERT INTO nullable VALUES (1) ON CONFLICT (id) DO UPDATE SET n = random()",
          "no unique key without NULLs");
    } finally {
      run("DROP TABLE nullable");
    }
    SharedCluster.run(connection, "CREATE TEMPORARY TABLE own AS SELECT 1 AS n");
    assertRefused(
        "INSERT INTO spread VALUES (1) ON CONFLICT (id) DO UPDATE SET n = (SELECT max(n) FROM own)",
        "\"own\" cannot be read");
  }

  private void assertRefused(String sql, String message) throws SQLException {
    List<String> before = rows("SELECT * FROM spread ORDER BY id");
    assertThatThrownBy(() -> rows(sql + " RETURNING id"))
        .isInstanceOfSatisfying(
            PSQLException.class,
            e -> {
              assertThat(e.getSQLState()).isEqualTo("0A000");
              assertThat(e.getServerErrorMessage().getHint()).isNotBlank();
            })
        .hasMessageContaining(message);
    assertThat(rows("SELECT * FROM spread ORDER BY id")).isEqualTo(before);
  }

  @Test
  void theKeyOfTheExcludedRowIsTheSame() throws Exception {
    assertThat(
            rows(
                "INSERT INTO spread VALUES (3, 5) ON CONFLICT (id) DO UPDATE SET id = excluded.id,"
                    + " n = excluded.n RETURNING *"))
        .containsExactly("3|5|null");
  }
}
