package io.argosy.coordinator.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchemaCopyTest {
  private TwoDatabases databases;

  @BeforeEach
  void make() throws IOException {
    databases = new TwoDatabases();
  }

  @AfterEach
  void drop() throws IOException {
    databases.close();
  }

  @Test
  void aDatabaseWithEveryKindOfObjectIsTheSameAfterwards() throws IOException {
    databases.onFrom(TwoDatabases.resource("rich.sql"));
    assertThat(databases.copy()).isPositive();
    assertThat(databases.differences()).isEmpty();
    assertThat(databases.copy()).isZero();
  }

  @Test
  void whatIsThereAlreadyIsLeftAndTheRestIsMade() {
    databases
        .onBoth(
            "CREATE TABLE t (id int PRIMARY KEY, v text DEFAULT 'x')", "CREATE VIEW a AS TABLE t")
        .onFrom("CREATE INDEX ON t (v)", "CREATE VIEW b AS TABLE a", "GRANT SELECT ON t TO bob")
        .onTo("INSERT INTO t VALUES (1)");
    assertThat(databases.copy()).isEqualTo(3);
    assertThat(databases.differences()).isEmpty();
    assertThat(TextResult.run(databases.to(), "SELECT v FROM t").single()).isEqualTo("x");
  }

  @Test
  void whatIsThereWithAnotherDefinitionIsLeftForTheComparison() {
    databases.onFrom("CREATE TABLE t (a int)").onTo("CREATE TABLE t (a text)");
    assertThat(databases.copy()).isZero();
    assertThat(databases.differences())
        .containsExactly("table public.t, column a: integer on node1, text on node2");
  }

  @Test
  void ownersGrantsAndCommentsBecomeThoseOfTheOther() {
    databases
        .onBoth("CREATE TABLE t (a int, b int)", "CREATE FUNCTION f() RETURNS int RETURN 1")
        .onFrom(
            "ALTER TABLE t OWNER TO alice",
            "GRANT SELECT ON t TO bob WITH GRANT OPTION",
            "COMMENT ON COLUMN t.a IS 'a'",
            "ALTER TABLE t SET (fillfactor = 50)",
            "ALTER TABLE t ENABLE ROW LEVEL SECURITY")
        .onTo(
            "GRANT ALL ON t TO \"carol; --\" WITH GRANT OPTION",
            "GRANT SELECT (b) ON t TO bob",
            "REVOKE EXECUTE ON FUNCTION f() FROM PUBLIC",
            "COMMENT ON TABLE t IS 't'",
            "ALTER TABLE t SET (autovacuum_enabled = false)",
            "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO bob");
    databases.copy();
    assertThat(databases.differences()).isEmpty();
  }

  @Test
  void settingsOfTheDatabaseAreCopied() {
    databases
        .onFrom(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = \"$user\", \"a; b\","
                + " c', current_database()); END $$",
            "DO $$ BEGIN EXECUTE format('ALTER ROLE \"carol; --\" IN DATABASE %I SET"
                + " application_name = ''it''''s \\''', current_database()); END $$",
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET \"my.setting\" = ''x; y''',"
                + " current_database()); END $$")
        .onTo(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = ''1MB''',"
                + " current_database()); END $$");
    databases.copy();
    assertThat(databases.differences()).isEmpty();
    assertThat(
            TextResult.run(
                    databases.to(),
                    "SELECT setconfig[1] FROM pg_db_role_setting s JOIN pg_database d"
                        + " ON d.oid = s.setdatabase WHERE setrole = 0"
                        + " AND datname = current_database()")
                .single())
        .isEqualTo("search_path=\"$user\", \"a; b\", c");
  }

  @Test
  void whatCannotBeMadeIsSaidAndNothingIsLeft() {
    databases
        .onFrom("CREATE TYPE t AS ENUM ('a')", "CREATE TABLE of_t (t t)", "CREATE TABLE u (a int)")
        .onTo("CREATE TABLE t (a int)");
    assertThatThrownBy(databases::copy)
        .isInstanceOfSatisfying(
            PostgresException.class,
            e -> {
              assertThat(e.error().sqlState()).isEqualTo("55000");
              assertThat(e.error().message()).isEqualTo("cannot make 1 definitions on node2");
              assertThat(e.error().fields().get('D'))
                  .isEqualTo("type public.t: type \"t\" already exists");
              assertThat(e.error().fields().get('H')).contains("pg_dump --schema-only");
            });
    assertThat(databases.differences()).contains("table public.u: missing on node2");
  }

  @Test
  void triggersOfArgosyAreCopiedWithoutItsSchema() {
    databases
        .onBoth(
            "CREATE SCHEMA argosy",
            "CREATE FUNCTION argosy.own_position() RETURNS int RETURN 1",
            "CREATE FUNCTION argosy.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'")
        .onFrom(
            "CREATE TABLE argosy.known (a int)",
            "COMMENT ON TABLE argosy.known IS 'Argosy''s own'",
            "GRANT SELECT ON argosy.known TO bob",
            "GRANT USAGE ON SCHEMA argosy TO bob",
            "CREATE TABLE t (a int)",
            "CREATE TRIGGER argosy_owner AFTER INSERT ON t FOR EACH ROW"
                + " WHEN (new.a <> argosy.own_position()) EXECUTE FUNCTION argosy.refuse()");
    databases.copy();
    assertThat(databases.differences()).isEmpty();
    assertThat(TextResult.run(databases.to(), "SELECT to_regclass('argosy.known')").single())
        .isNull();
    assertThat(TextResult.run(databases.to(), "SELECT tgname FROM pg_trigger").single())
        .isEqualTo("argosy_owner");
  }

  @Test
  void whatATableOfAnExtensionHasBeenGivenSinceIsCompared() {
    databases
        .onBoth(
            "CREATE EXTENSION tsm_system_rows",
            "CREATE TABLE member (a int CHECK (a > 0))",
            "ALTER EXTENSION tsm_system_rows ADD TABLE member")
        .onFrom("ALTER TABLE member ADD CONSTRAINT more CHECK (a < 9)");
    assertThat(databases.copy()).isZero();
    assertThat(databases.differences())
        .containsExactly("table constraint more on public.member: missing on node2");
  }

  @Test
  void eventTriggersOfTheNewNodeDoNotFire() {
    databases
        .onTo(
            "CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql"
                + " AS 'BEGIN RAISE EXCEPTION ''refused''; END'",
            "CREATE EVENT TRIGGER refuse ON ddl_command_start EXECUTE FUNCTION refuse()")
        .onFrom("CREATE TABLE t (a int)");
    databases.copy();
    assertThat(databases.differences())
        .containsExactlyInAnyOrder(
            "function public.refuse(): missing on node1", "event trigger refuse: missing on node1");
  }

  /** Where PostgreSQL calls a function for a definition, it would be a superuser who calls. */
  @Test
  void usersFunctionsAreNotCalledByTheSuperuser() {
    databases.onFrom(
        "CREATE SCHEMA alices AUTHORIZATION alice",
        "SET ROLE alice",
        "CREATE FUNCTION alices.grab() RETURNS int LANGUAGE plpgsql AS $$ BEGIN"
            + " IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user)"
            + " THEN ALTER ROLE alice SUPERUSER; END IF; RETURN 1; END $$",
        "CREATE FUNCTION alices.evil(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN"
            + " RETURN alices.grab() + $1; END $$",
        "CREATE TABLE alices.c (a int CHECK (a > alices.evil(1)), d int DEFAULT alices.evil(1))",
        "CREATE TABLE alices.g (a int, b int GENERATED ALWAYS AS (a + alices.evil(1)) STORED)",
        "CREATE TABLE alices.p (a int) PARTITION BY LIST ((a + alices.evil(1)))",
        "CREATE TABLE alices.p1 PARTITION OF alices.p FOR VALUES IN (1)",
        "CREATE INDEX ON alices.c ((a + alices.evil(1))) WHERE a > alices.evil(2)",
        "CREATE TABLE alices.k (a int PRIMARY KEY, EXCLUDE ((a + alices.evil(1)) WITH =))",
        "CREATE INDEX ON alices.p ((a + alices.evil(1)))",
        "CREATE UNIQUE INDEX ON alices.c (a)",
        "ALTER TABLE alices.c ADD FOREIGN KEY (d) REFERENCES alices.c (a)",
        "ALTER TABLE alices.p ADD FOREIGN KEY (a) REFERENCES alices.k",
        "CREATE VIEW alices.v AS SELECT alices.evil(1)",
        "CREATE MATERIALIZED VIEW alices.m AS SELECT alices.evil(1) AS x WITH NO DATA",
        "CREATE INDEX ON alices.m ((x + alices.evil(1)))",
        "CREATE DOMAIN alices.d AS int DEFAULT alices.evil(1) CHECK (VALUE > alices.evil(1))",
        "CREATE TABLE alices.of_d (d alices.d)",
        "CREATE STATISTICS alices.s ON (a + alices.evil(1)) FROM alices.c",
        "CREATE POLICY p ON alices.c USING (a > alices.evil(1))",
        "CREATE FUNCTION alices.f(a int DEFAULT alices.evil(1)) RETURNS int RETURN alices.evil(a)",
        "RESET ROLE");
    databases.copy();
    assertThat(databases.differences()).isEmpty();
    assertThat(
            TextResult.run(databases.to(), "SELECT rolsuper FROM pg_roles WHERE rolname = 'alice'")
                .single())
        .isEqualTo("f");
  }

  @Test
  void aColumnThatWasDroppedDoesNotCount() {
    databases.onFrom(
        "CREATE TABLE t (a int, b text, c int)",
        "ALTER TABLE t DROP COLUMN b",
        "CREATE TABLE u (c int, x int, a int) ",
        "ALTER TABLE u DROP COLUMN x",
        "CREATE TABLE child (d int) INHERITS (t)",
        "ALTER TABLE t ADD COLUMN e int NOT NULL DEFAULT 1 CHECK (e > 0)");
    databases.copy();
    assertThat(databases.differences()).isEmpty();
    databases.onTo("ALTER TABLE t DROP COLUMN e");
    assertThat(TextResult.run(databases.to(), "SELECT * FROM child").columns()).hasSize(3);
  }
}
