package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.util.PSQLException;

/**
 * Every form of DDL on a table of every placement, on three nodes and on one PostgreSQL: the same
 * SQLSTATE and the same rows, or refused with a hint where this says so. What is refused or rolled
 * back has changed nothing; and all nodes have the same catalog at all times.
 */
class DefinitionMatrixTest extends BothServers {
  private static final String SCHEMA = "matrix";

  private enum Placement {
    DISTRIBUTED("SELECT create_distributed_table('%s', 'id')"),
    REPLICATED("SELECT create_reference_table('%s')"),
    LOCAL("SELECT '%s'");

    private final String call;

    Placement(String call) {
      this.call = call;
    }
  }

  private record Form(String sql, Set<Placement> refused) {
    private static Form anywhere(String sql) {
      return new Form(sql, Set.of());
    }

    private static Form refusedIfDistributed(String sql) {
      return new Form(sql, Set.of(Placement.DISTRIBUTED));
    }

    private static Form onlyLocal(String sql) {
      return new Form(sql, Set.of(Placement.DISTRIBUTED, Placement.REPLICATED));
    }
  }

  private static final List<Form> FORMS =
      List.of(
          Form.refusedIfDistributed("ALTER TABLE t DROP COLUMN id CASCADE"),
          Form.refusedIfDistributed(
              "ALTER TABLE t DROP CONSTRAINT t_pkey, ALTER COLUMN id DROP NOT NULL"),
          Form.anywhere("ALTER TABLE t ALTER COLUMN id DROP NOT NULL"),
          Form.anywhere("ALTER TABLE t RENAME COLUMN id TO number"),
          Form.anywhere("ALTER TABLE t RENAME TO renamed"),
          Form.anywhere("ALTER TABLE t SET SCHEMA public; ALTER TABLE public.t SET SCHEMA matrix"),
          Form.anywhere("ALTER TABLE t DROP COLUMN amount"),
          Form.anywhere("ALTER TABLE t ADD COLUMN extra int"),
          Form.anywhere("ALTER TABLE t ADD COLUMN extra int NOT NULL DEFAULT 7 CHECK (extra > 0)"),
          Form.anywhere("ALTER TABLE t ADD COLUMN amount int"),
          Form.anywhere("ALTER TABLE t ADD COLUMN IF NOT EXISTS amount int"),
          Form.anywhere("ALTER TABLE t ADD COLUMN extra int NOT NULL"),
          Form.anywhere(
              "ALTER TABLE t ADD COLUMN twice int GENERATED ALWAYS AS (amount * 2) STORED"),
          Form.anywhere("ALTER TABLE t ALTER COLUMN amount TYPE bigint"),
          Form.anywhere("ALTER TABLE t ALTER COLUMN amount TYPE text USING 'is ' || amount"),
          Form.anywhere("ALTER TABLE t ALTER COLUMN note TYPE int USING length(note)"),
          Form.anywhere("ALTER TABLE t ALTER COLUMN note TYPE int"),
          Form.anywhere("ALTER TABLE t ALTER COLUMN amount SET DEFAULT 5"),
          Form.anywhere("ALTER TABLE t ALTER COLUMN amount SET STATISTICS 10"),
          Form.anywhere("ALTER TABLE t ALTER COLUMN note SET STORAGE EXTERNAL"),
          Form.anywhere("ALTER TABLE t ALTER COLUMN amount ADD GENERATED ALWAYS AS IDENTITY"),
          Form.anywhere("ALTER TABLE t ADD CONSTRAINT positive CHECK (amount > 0)"),
          Form.anywhere("ALTER TABLE t ADD CONSTRAINT large CHECK (amount > 10)"),
          Form.anywhere("ALTER TABLE t ADD CONSTRAINT large CHECK (amount > 10) NOT VALID"),
          Form.refusedIfDistributed("ALTER TABLE t ADD CONSTRAINT u UNIQUE (amount)"),
          Form.anywhere("ALTER TABLE t ADD CONSTRAINT u UNIQUE (amount, id)"),
          Form.refusedIfDistributed("CREATE UNIQUE INDEX u ON t (amount)"),
          Form.refusedIfDistributed("CREATE UNIQUE INDEX u ON t ((id + 1))"),
          Form.refusedIfDistributed("CREATE UNIQUE INDEX u ON t (amount) INCLUDE (id)"),
          Form.refusedIfDistributed("CREATE UNIQUE INDEX u ON t (amount) WHERE amount > 5"),
          Form.anywhere("CREATE UNIQUE INDEX u ON t (id, note)"),
          Form.anywhere("CREATE INDEX i ON t (amount)"),
          Form.refusedIfDistributed("CREATE UNIQUE INDEX CONCURRENTLY u ON t (amount)"),
          Form.refusedIfDistributed("CREATE UNIQUE INDEX CONCURRENTLY ON t (amount)"),
          Form.refusedIfDistributed(
              "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS u ON t (amount)"),
          Form.anywhere("CREATE UNIQUE INDEX CONCURRENTLY u ON t (amount, id)"),
          Form.anywhere("CREATE INDEX CONCURRENTLY i ON matrix.t (amount)"),
          Form.anywhere("CREATE INDEX CONCURRENTLY i ON t (nothing)"),
          Form.anywhere("DROP INDEX CONCURRENTLY i_note"),
          Form.anywhere("DROP INDEX i_note"),
          Form.anywhere("DROP INDEX i_note, nothing"),
          Form.anywhere("DROP INDEX IF EXISTS nothing, i_note"),
          Form.anywhere("ALTER INDEX i_note RENAME TO i"),
          Form.refusedIfDistributed("ALTER TABLE t ADD EXCLUDE USING gist (span WITH &&)"),
          Form.anywhere("ALTER TABLE t DROP CONSTRAINT t_pkey"),
          Form.anywhere("ALTER TABLE t REPLICA IDENTITY FULL"),
          Form.anywhere("ALTER TABLE t SET UNLOGGED"),
          Form.anywhere("ALTER TABLE t SET (fillfactor = 70)"),
          Form.anywhere("ALTER TABLE t CLUSTER ON t_pkey"),
          Form.anywhere("ALTER TABLE t DISABLE TRIGGER ALL"),
          Form.anywhere("ALTER TABLE t OWNER TO pg_monitor"),
          Form.onlyLocal("CREATE TABLE child () INHERITS (t)"),
          Form.onlyLocal("ALTER TABLE t INHERIT parent"),
          Form.onlyLocal(
              "DELETE FROM t WHERE amount > 1; ALTER TABLE parts ATTACH PARTITION t FOR VALUES IN"
                  + " (1)"),
          Form.anywhere("CREATE TABLE alike (LIKE t INCLUDING ALL)"),
          Form.anywhere("COMMENT ON COLUMN t.note IS 'what is said'"),
          Form.anywhere("GRANT SELECT ON t TO PUBLIC"),
          Form.anywhere("CREATE VIEW seen AS SELECT id FROM t"),
          Form.anywhere("CREATE STATISTICS s ON amount, note FROM t"),
          Form.anywhere("ALTER TYPE colour ADD VALUE 'blue'"),
          Form.anywhere("ALTER TYPE colour RENAME VALUE 'red' TO 'rouge'"),
          Form.anywhere("DROP TYPE colour CASCADE"),
          Form.anywhere("TRUNCATE t"),
          Form.anywhere("TRUNCATE t RESTART IDENTITY CASCADE"),
          Form.anywhere("DROP TABLE t"),
          Form.anywhere("DROP TABLE t; CREATE TABLE t (other int)"),
          Form.anywhere("REINDEX TABLE t"),
          Form.anywhere("REINDEX SCHEMA matrix"),
          Form.anywhere("REINDEX TABLE CONCURRENTLY t"),
          Form.anywhere("REINDEX TABLE parts"),
          Form.anywhere("ALTER TABLE parts DETACH PARTITION parts_two CONCURRENTLY"),
          Form.anywhere("ALTER TABLE parts DETACH PARTITION parts_two"),
          Form.anywhere("CREATE TABLE parts_three PARTITION OF parts FOR VALUES IN (3)"),
          Form.anywhere("CREATE TABLE nothing (); INSERT INTO nothing DEFAULT VALUES"));

  private static final List<String> TABLES =
      List.of(
          "CREATE TYPE colour AS ENUM ('red', 'green')",
          "CREATE TABLE t (id int PRIMARY KEY, amount int, note text, span int4range, hue colour)",
          "CREATE INDEX i_note ON t (note)",
          "CREATE TABLE parent (id int NOT NULL, amount int)",
          "CREATE TABLE parts (id int NOT NULL, amount int, note text, span int4range, hue colour)"
              + " PARTITION BY LIST (amount)",
          "CREATE TABLE parts_two PARTITION OF parts FOR VALUES IN (2)",
          "CREATE INDEX ON parts (id)");

  private static final String ROWS =
      "INSERT INTO t SELECT g, g, 'note ' || g, int4range(g, g + 1), CASE WHEN g % 2 = 0 THEN 'red'"
          + " ELSE 'green' END::colour FROM generate_series(1, 30) g";

  static Stream<Arguments> cells() {
    return FORMS.stream()
        .flatMap(
            form ->
                Arrays.stream(Placement.values())
                    .map(placement -> Arguments.of(form.sql(), placement, form)));
  }

  @ParameterizedTest(name = "{1}: {0}")
  @MethodSource("cells")
  void isDoneAsByPostgresOrRefused(String sql, Placement placement, Form form) throws SQLException {
    prepare(postgres);
    prepare(argosy);
    execute(argosy, placement.call.formatted("t"));
    List<String> before = catalogs.ofSchema(SCHEMA);

    argosy.setAutoCommit(false);
    Optional<PSQLException> undone = run(argosy, sql);
    argosy.rollback();
    argosy.setAutoCommit(true);
    assertThat(catalogs.ofSchema(SCHEMA)).as("rolled back").isEqualTo(before);

    Optional<PSQLException> expected = run(postgres, sql);
    Optional<PSQLException> actual = run(argosy, sql);
    if (form.refused().contains(placement)) {
      assertThat(actual).isPresent();
      assertThat(state(actual)).isEqualTo("0A000");
      assertThat(actual.get().getServerErrorMessage().getHint()).isNotBlank();
      assertThat(catalogs.ofSchema(SCHEMA)).isEqualTo(before);
      assertThat(state(undone)).isIn("0A000", "25001");
      return;
    }
    assertThat(state(actual)).isEqualTo(state(expected));
    catalogs.ofSchema(SCHEMA);
    assertThat(contents(argosy, SCHEMA)).isEqualTo(contents(postgres, SCHEMA));
  }

  private static void prepare(Connection connection) throws SQLException {
    execute(connection, "DROP SCHEMA IF EXISTS matrix CASCADE");
    execute(connection, "DROP TABLE IF EXISTS public.t");
    execute(connection, "CREATE SCHEMA matrix");
    execute(connection, "SET search_path = matrix, public");
    for (String table : TABLES) {
      execute(connection, table);
    }
    execute(connection, ROWS);
  }

  private static Optional<PSQLException> run(Connection connection, String sql) {
    return Optional.ofNullable(
        catchThrowableOfType(
            PSQLException.class,
            () -> {
              for (String part : sql.split("; ")) {
                execute(connection, part);
              }
            }));
  }

  private static String state(Optional<PSQLException> failure) {
    return failure.map(SQLException::getSQLState).orElse("done");
  }
}
