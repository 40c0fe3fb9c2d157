package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.PlainPostgres;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLException;

/** A foreign key that each node checks with a part of the rows never says that one is missing. */
class HalfPlacedForeignKeysTest {
  private static TestCluster cluster;
  private static Connection connection;

  @BeforeAll
  static void start() throws SQLException {
    cluster = TestCluster.start(3);
    connection = PlainPostgres.connect(cluster);
  }

  @AfterAll
  static void stop() throws SQLException {
    connection.close();
    cluster.close();
  }

  @BeforeEach
  void makeTables() throws SQLException {
    execute("DROP TABLE IF EXISTS referring, loose, items");
    execute("CREATE TABLE items (id int PRIMARY KEY)");
    execute("SELECT create_distributed_table('items', 'id')");
    execute("INSERT INTO items SELECT generate_series(1, 30)");
    execute("CREATE TABLE referring (item int REFERENCES items ON DELETE CASCADE)");
    execute("CREATE TABLE loose (item int PRIMARY KEY)");
  }

  @Test
  void rowsThatReferToOtherNodesAreRefused() throws SQLException {
    assertRefused(() -> execute("INSERT INTO referring SELECT generate_series(1, 30)"));
    assertRefused(
        () ->
            connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("COPY referring FROM STDIN", new StringReader("1\n2\n3\n4\n5\n6\n")));
    execute("SELECT create_distributed_table('referring', 'item', colocate_with => 'items')");
    execute("INSERT INTO referring SELECT generate_series(1, 30)");
    assertThat(state(() -> execute("INSERT INTO referring VALUES (31)"))).isEqualTo("23503");
  }

  @Test
  void theKeyIsAddedToTablesWithoutRowsOnly() throws SQLException {
    execute("INSERT INTO loose SELECT generate_series(1, 30)");
    assertRefused(() -> execute("ALTER TABLE loose ADD FOREIGN KEY (item) REFERENCES items"));
    assertRefused(() -> execute("ALTER TABLE items ADD FOREIGN KEY (id) REFERENCES public.loose"));
    execute("TRUNCATE loose");
    assertRefused(
        () -> execute("ALTER TABLE loose ADD FOREIGN KEY (item) REFERENCES items NOT VALID"));
    execute("ALTER TABLE loose ADD FOREIGN KEY (item) REFERENCES items");
  }

  /** Who may only refer to a table cannot look whether it has rows. */
  @Test
  void theKeyOfARoleThatReadsNoRowsIsRefused() throws SQLException {
    execute("CREATE ROLE referrer");
    execute("CREATE TABLE referred (id int PRIMARY KEY)");
    execute("CREATE TABLE placed_by_referrer (id int)");
    execute("GRANT REFERENCES ON referred TO referrer");
    execute("ALTER TABLE placed_by_referrer OWNER TO referrer");
    execute("SELECT create_distributed_table('placed_by_referrer', 'id')");
    execute("SET ROLE referrer");
    try {
      assertRefused(
          () -> execute("ALTER TABLE placed_by_referrer ADD FOREIGN KEY (id) REFERENCES referred"));
    } finally {
      execute("RESET ROLE");
      execute("DROP TABLE placed_by_referrer, referred");
      execute("DROP ROLE referrer");
    }
  }

  /** Nor can a partition be attached whose owner is another one. */
  @Test
  void theOwnerOfAPartitionAttachesIt() throws SQLException {
    execute("CREATE ROLE parent_owner LOGIN");
    execute("CREATE TABLE parted (id int NOT NULL, day int) PARTITION BY LIST (day)");
    execute("ALTER TABLE parted OWNER TO parent_owner");
    execute("SELECT create_distributed_table('parted', 'id')");
    execute("CREATE TABLE not_owned (id int NOT NULL, day int)");
    execute("SET SESSION AUTHORIZATION parent_owner");
    try {
      PSQLException failure =
          catchThrowableOfType(
              PSQLException.class,
              () -> execute("ALTER TABLE parted ATTACH PARTITION not_owned FOR VALUES IN (1)"));
      assertThat(failure.getServerErrorMessage().getMessage())
          .isEqualTo("must be owner of table not_owned");
    } finally {
      execute("RESET SESSION AUTHORIZATION");
      execute("DROP TABLE parted, not_owned");
      execute("DROP ROLE parent_owner");
    }
  }

  private static void assertRefused(ThrowingCallable statement) {
    PSQLException failure = catchThrowableOfType(PSQLException.class, statement);
    assertThat((Throwable) failure).isNotNull();
    assertThat(failure.getSQLState()).isEqualTo("0A000");
    assertThat(failure.getServerErrorMessage().getHint()).contains("lace");
  }

  private static String state(ThrowingCallable statement) {
    return catchThrowableOfType(PSQLException.class, statement).getSQLState();
  }

  private static void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
