package io.argosy.coordinator.cluster.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** Whom a session acts as, in all of its backends, and that nobody who gets them later does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class ActingRoleTest {
  /** What all nodes say. */
  private static final String ACTING = "SELECT DISTINCT session_user, current_user FROM acting";

  private Connection owner;
  private Connection session;

  @BeforeAll
  void createRoles() throws IOException, SQLException {
    owner = SharedCluster.connect();
    SharedCluster.run(
        owner,
        "CREATE ROLE acting_boss LOGIN",
        "CREATE ROLE acting_clerk",
        "CREATE ROLE acting_king LOGIN SUPERUSER",
        "GRANT acting_clerk TO acting_boss",
        "CREATE TABLE acting (id int PRIMARY KEY, changed_by text)",
        "INSERT INTO acting SELECT i FROM generate_series(1, 30) i",
        "SELECT create_distributed_table('acting', 'id')",
        "GRANT SELECT, UPDATE ON acting TO acting_clerk");
  }

  @BeforeEach
  void connect() throws IOException, SQLException {
    session = as("acting_boss");
  }

  @AfterEach
  void disconnect() throws SQLException {
    session.close();
  }

  @AfterAll
  void dropRoles() throws SQLException {
    SharedCluster.run(
        owner, "DROP TABLE acting", "DROP ROLE acting_boss, acting_clerk, acting_king");
    owner.close();
  }

  private static Connection as(String role) throws IOException, SQLException {
    return DriverManager.getConnection(SharedCluster.url() + "?user=" + role);
  }

  private void run(String... statements) throws SQLException {
    SharedCluster.run(session, statements);
  }

  private void assertActing(String sessionUser, String currentUser) throws SQLException {
    assertThat(SharedCluster.rows(session, ACTING))
        .containsExactly(sessionUser + "|" + currentUser);
    assertThat(SharedCluster.rows(session, "SELECT session_user, current_user"))
        .containsExactly(sessionUser + "|" + currentUser);
  }

  @Test
  void aRoleHoldsOnAllNodesUntilItIsReset() throws SQLException {
    run("SET ROLE acting_clerk");
    assertActing("acting_boss", "acting_clerk");
    run("RESET ALL");
    assertActing("acting_boss", "acting_clerk");
    run("RESET ROLE");
    assertActing("acting_boss", "acting_boss");
    run("SET ROLE acting_clerk", "SET ROLE NONE");
    assertActing("acting_boss", "acting_boss");
    run("SET ROLE acting_clerk", "DISCARD ALL");
    assertActing("acting_boss", "acting_boss");
  }

  @Test
  void theNextSessionOfTheLoginDoesNotInheritARole() throws IOException, SQLException {
    run("SET ROLE acting_clerk");
    assertActing("acting_boss", "acting_clerk");
    session.close();

    session = as("acting_boss");
    assertActing("acting_boss", "acting_boss");
  }

  @Test
  void aRoleOfATransactionEndsWithIt() throws SQLException {
    run("BEGIN", "SET LOCAL ROLE acting_clerk");
    assertActing("acting_boss", "acting_clerk");
    run("COMMIT");
    assertActing("acting_boss", "acting_boss");
    run("BEGIN", "SET ROLE acting_clerk", "SAVEPOINT s", "RESET ROLE");
    assertActing("acting_boss", "acting_boss");
    run("ROLLBACK TO s");
    assertActing("acting_boss", "acting_clerk");
    run("ROLLBACK");
    assertActing("acting_boss", "acting_boss");
  }

  @Test
  void aSuperuserCanBecomeAnother() throws IOException, SQLException {
    session.close();
    session = as("acting_king");
    run("SET SESSION AUTHORIZATION acting_boss");
    assertActing("acting_boss", "acting_boss");
    run("SET ROLE acting_clerk");
    assertActing("acting_boss", "acting_clerk");
    run("SET SESSION AUTHORIZATION acting_clerk");
    assertActing("acting_clerk", "acting_clerk");
    run("RESET ALL");
    assertActing("acting_clerk", "acting_clerk");
    run("RESET SESSION AUTHORIZATION");
    assertActing("acting_king", "acting_king");
    run("SET SESSION AUTHORIZATION acting_boss", "SET ROLE acting_clerk");
    session.close();

    session = as("acting_king");
    assertActing("acting_king", "acting_king");
  }

  @Test
  void writesOverAllNodesAreDoneAsTheRole() throws IOException, SQLException {
    session.close();
    for (String login : new String[] {"acting_boss", "acting_king"}) {
      session = as(login);
      run(
          login.equals("acting_king")
              ? "SET SESSION AUTHORIZATION acting_clerk"
              : "SET ROLE acting_clerk",
          "UPDATE acting SET changed_by = current_user || ' of ' || '" + login + "'");
      assertThat(SharedCluster.rows(session, "SELECT DISTINCT changed_by FROM acting"))
          .containsExactly("acting_clerk of " + login);
      assertThatThrownBy(() -> run("DELETE FROM acting"))
          .hasMessageContaining("permission denied for table acting");
      session.close();
    }
  }

  /** Each role has a schema of its own in its path. */
  @Test
  void whatWasPreparedAsOneRoleIsNotReadAsAnother() throws SQLException {
    SharedCluster.run(
        owner,
        "CREATE TABLE public.acting_desk (id int)",
        "GRANT SELECT ON public.acting_desk TO acting_boss, acting_clerk",
        "CREATE SCHEMA acting_clerk AUTHORIZATION acting_clerk",
        "CREATE TABLE acting_clerk.acting_desk (name text, size int)",
        "GRANT SELECT ON acting_clerk.acting_desk TO acting_clerk");
    try {
      run("PREPARE desk AS SELECT * FROM acting_desk");
      assertThat(SharedCluster.rows(session, "EXECUTE desk")).isEmpty();
      run("SET ROLE acting_clerk");
      assertThatThrownBy(() -> run("EXECUTE desk"))
          .hasMessageContaining("cached plan must not change result type");
      run("RESET ROLE");
      assertThat(SharedCluster.rows(session, "EXECUTE desk")).isEmpty();
    } finally {
      SharedCluster.run(owner, "DROP SCHEMA acting_clerk CASCADE", "DROP TABLE public.acting_desk");
    }
  }

  /**
   * A function that breaks its promise can change a setting without the coordinator's knowledge.
   */
  @Test
  void whatAFunctionSetsIsNotThereForTheNextSession() throws IOException, SQLException {
    SharedCluster.run(
        owner,
        "CREATE FUNCTION acting_disguise() RETURNS text LANGUAGE plpgsql AS $$ BEGIN"
            + " EXECUTE 'SELECT pg_catalog.set_' || 'config(''role'', ''acting_clerk'', false)';"
            + " EXECUTE 'SELECT pg_catalog.set_' || 'config(''search_path'', ''nowhere'', false)';"
            + " RETURN pg_catalog.current_setting('search_path'); END $$",
        "SELECT declare_function_safe('acting_disguise()')");
    try {
      for (int i = 0; i < 5; i++) {
        assertThat(SharedCluster.rows(session, "SELECT public.acting_disguise()"))
            .containsExactly("nowhere");
      }
      session.close();
      for (int i = 0; i < 5; i++) {
        session = as("acting_boss");
        assertActing("acting_boss", "acting_boss");
        session.close();
      }
    } finally {
      SharedCluster.run(owner, "DROP FUNCTION acting_disguise()");
    }
  }

  /** Whatever kind of statement calls it, and on whichever node. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE acting SET changed_by = acting_hides()",
        "UPDATE acting SET changed_by = acting_hides() WHERE id = 2",
        "WITH c AS (UPDATE acting SET changed_by = NULL RETURNING id)"
            + " SELECT acting_hides() FROM c",
        "EXPLAIN ANALYZE SELECT acting_hides()",
        "EXPLAIN ANALYZE SELECT acting_hides() FROM acting",
        "CREATE TEMP TABLE acting_copy AS SELECT acting_hides()",
        "PREPARE hide AS SELECT acting_hides() FROM acting;" + " EXECUTE hide",
        "BEGIN; DECLARE c CURSOR FOR SELECT acting_hides();" + " FETCH c; COMMIT",
        "BEGIN READ ONLY; SELECT acting_hides() FROM acting; COMMIT",
        "COPY (SELECT acting_hides()) TO STDOUT",
        "COPY (SELECT acting_hides() FROM acting) TO STDOUT",
      })
  void whatAStatementSetsIsNotThereForAnotherSession(String sql) throws Exception {
    SharedCluster.run(
        owner,
        "GRANT SELECT, UPDATE ON acting TO acting_boss",
        "CREATE FUNCTION acting_hides() RETURNS text LANGUAGE plpgsql AS $$ DECLARE path text;"
            + " BEGIN EXECUTE 'SELECT pg_catalog.set_' || 'config(''search_path'', ''nowhere'',"
            + " false)' INTO path; RETURN path; END $$",
        "SELECT declare_function_safe('acting_hides()')");
    // Open already, and with the same settings: nothing else would have the backends reset.
    try (Connection other = as("acting_boss")) {
      assertSearchesWhereItDid(other);
      assertSearchesWhereItDid(session);
      if (sql.startsWith("COPY")) {
        OutputStream nowhere = OutputStream.nullOutputStream();
        session.unwrap(PGConnection.class).getCopyAPI().copyOut(sql, nowhere);
      } else {
        run(sql);
      }
      assertSearchesWhereItDid(other);
    } finally {
      SharedCluster.run(
          owner,
          "REVOKE SELECT, UPDATE ON acting FROM acting_boss",
          "DROP FUNCTION acting_hides()");
    }
  }

  private static void assertSearchesWhereItDid(Connection connection) throws SQLException {
    String path = "\"$user\", public";
    String query = "SELECT DISTINCT current_setting('search_path')";
    assertThat(SharedCluster.rows(connection, query)).containsExactly(path);
    assertThat(SharedCluster.rows(connection, query + " FROM public.acting")).containsExactly(path);
  }

  /** The table that a privileged function believes to be a catalog would say who owns what. */
  @Test
  void aTemporaryTableDoesNotStandForACatalog() throws IOException, SQLException {
    SharedCluster.run(owner, "CREATE TABLE acting_local (id int)");
    try (Connection attacker = SharedCluster.connectTo(0, "acting_boss")) {
      SharedCluster.run(
          attacker,
          "CREATE TEMP TABLE pg_class AS SELECT c.oid, r.oid AS relowner FROM pg_catalog.pg_class"
              + " c, pg_catalog.pg_roles r WHERE c.relname = 'acting_local' AND r.rolname ="
              + " current_user");
      String record =
          "SELECT argosy.record_placement('public.acting_local', 'replicated', NULL, NULL, NULL)";
      assertThatThrownBy(() -> SharedCluster.run(attacker, record))
          .hasMessageContaining("must be owner of table acting_local");
    } finally {
      SharedCluster.run(owner, "DROP TABLE acting_local");
    }
  }
}
