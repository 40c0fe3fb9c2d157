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
