package io.argosy.coordinator.cluster.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.protocol.authentication.Authenticator;
import io.argosy.protocol.authentication.ScramVerifier;
import io.argosy.protocol.message.PostgresException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Roles that are made through the coordinator log in to it, by what the nodes know of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class RoleLoginTest {
  private static final String SECRET = "open, Sesame";
  private static final String ROLE = "login_clerk";
  private static final String STORED =
      "SELECT rolpassword FROM pg_authid WHERE rolname = '" + ROLE + "'";

  private Coordinator coordinator;
  private String url;
  private Connection owner;

  @BeforeAll
  void start() throws IOException {
    coordinator = new Coordinator(SharedCluster.nodes());
    url =
        SharedCluster.serve(
            coordinator,
            (user, database, client) ->
                user.equals("postgres")
                    ? new Authenticator.Requirement.Trust()
                    : coordinator.roles().requirement(user));
  }

  @BeforeEach
  void connect() throws SQLException {
    owner = DriverManager.getConnection(url + "?user=postgres");
    run("CREATE ROLE " + ROLE + " LOGIN PASSWORD '" + SECRET + "'");
  }

  @AfterEach
  void dropRoles() throws SQLException {
    run(
        "RESET ROLE",
        "DROP ROLE IF EXISTS " + ROLE,
        "DROP ROLE IF EXISTS login_other",
        "GRANT CONNECT ON DATABASE argosy TO PUBLIC");
    owner.close();
  }

  @AfterAll
  void stop() {
    coordinator.close();
  }

  private void run(String... statements) throws SQLException {
    SharedCluster.run(owner, statements);
  }

  private Connection logIn(String user, String password) throws SQLException {
    return DriverManager.getConnection(url, user, password);
  }

  private ServerErrorMessage refusal(String user, String password) {
    ServerErrorMessage refusal =
        catchThrowableOfType(PSQLException.class, () -> logIn(user, password).close())
            .getServerErrorMessage();
    assertThat(refusal.getSeverity()).isEqualTo("FATAL");
    return refusal;
  }

  private List<String> as(String user, String query) throws SQLException {
    try (Connection connection = logIn(user, SECRET)) {
      return SharedCluster.rows(connection, query);
    }
  }

  @Test
  void aRoleLogsInByItsPassword() throws SQLException {
    assertThat(as(ROLE, "SELECT current_user, session_user")).containsExactly(ROLE + "|" + ROLE);
  }

  @Test
  void allNodesHaveTheSameVerifier() throws IOException, SQLException {
    List<List<String>> stored = SharedCluster.onNodes(STORED);
    assertThat(stored).hasSize(3).allMatch(stored.getFirst()::equals);
    assertThat(ScramVerifier.isVerifier(stored.getFirst().getFirst())).isTrue();

    run("ALTER ROLE " + ROLE + " ENCRYPTED PASSWORD $$" + SECRET + "$$");

    List<List<String>> changed = SharedCluster.onNodes(STORED);
    assertThat(changed).allMatch(changed.getFirst()::equals).doesNotContainAnyElementsOf(stored);
    assertThat(as(ROLE, "SELECT 1")).containsExactly("1");
  }

  @Test
  void anUnknownRoleIsToldWhatAWrongPasswordIs() {
    ServerErrorMessage wrong = refusal(ROLE, "wrong");
    ServerErrorMessage unknown = refusal("login_nobody", SECRET);

    assertThat(wrong.getSQLState()).isEqualTo("28P01");
    assertThat(unknown.toString())
        .isEqualTo(wrong.toString().replace(ROLE, "login_nobody"))
        .contains("password authentication failed for user \"login_nobody\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PASSWORD NULL",
        "VALID UNTIL '2020-01-01'",
        "PASSWORD ''",
        "PASSWORD 'md50123456789abcdef0123456789abcdef'",
        "PASSWORD 'another'",
      })
  void withoutAValidPasswordNobodyLogsIn(String change) throws SQLException {
    run("ALTER ROLE " + ROLE + " " + change);

    assertThat(refusal(ROLE, SECRET).getSQLState()).isEqualTo("28P01");
  }

  /** PostgreSQL would cut the name off, and find the role. */
  @Test
  void aRoleHasOneName() throws SQLException {
    String name = "login_" + "e".repeat(57);
    run("CREATE ROLE " + name + " LOGIN PASSWORD '" + SECRET + "'");
    try {
      assertThat(as(name, "SELECT current_user")).containsExactly(name);
      assertThat(refusal(name + "e", SECRET).getSQLState()).isEqualTo("28P01");
      assertThatThrownBy(() -> coordinator.roles().admit(name + "e"))
          .hasMessageContaining("does not exist");
    } finally {
      run("DROP ROLE " + name);
    }
  }

  @Test
  void whyNobodyCanBeCheckedIsForTheLogOnly() throws IOException {
    Cluster nodes = SharedCluster.nodes();
    Cluster elsewhere = new Cluster(nodes.nodes(), "login_no_such_database", "postgres");

    assertThatThrownBy(() -> new NodeRoles(elsewhere).requirement(ROLE))
        .isInstanceOfSatisfying(
            PostgresException.class,
            e -> {
              assertThat(e.error().sqlState()).isEqualTo("57P03");
              assertThat(e.error().message()).isEqualTo("logins cannot be checked at the moment");
              assertThat(e.error().fields().toString()).doesNotContain("login_no_such_database");
            });
  }

  @Test
  void aPasswordThatTheClientHasHashedIsKept() throws IOException, SQLException {
    String verifier = ScramVerifier.of(SECRET, 4096).text();

    run("ALTER USER \"" + ROLE + "\" PASSWORD '" + verifier + "'");

    assertThat(SharedCluster.onNodes(STORED)).containsOnly(List.of(verifier));
    assertThat(as(ROLE, "SELECT 1")).containsExactly("1");
  }

  @Test
  void aRoleThatIsRolledBackDoesNotLogIn() throws SQLException {
    owner.setAutoCommit(false);
    run("CREATE USER login_other PASSWORD '" + SECRET + "'");
    owner.rollback();
    assertThat(refusal("login_other", SECRET).getSQLState()).isEqualTo("28P01");

    run("CREATE USER login_other PASSWORD E'\\x6f" + SECRET.substring(1) + "'");
    owner.commit();
    owner.setAutoCommit(true);
    assertThat(as("login_other", "SELECT 1")).containsExactly("1");
  }

  @Test
  void aRoleThatMayNotLogInIsRefusedAsByPostgres() throws Exception {
    as(ROLE, "SELECT 1");
    run("ALTER ROLE " + ROLE + " NOLOGIN");

    ServerErrorMessage refusal = refusal(ROLE, SECRET);
    ServerErrorMessage expected =
        catchThrowableOfType(PSQLException.class, () -> SharedCluster.connectTo(0, ROLE).close())
            .getServerErrorMessage();
    assertThat(refusal.getSQLState()).isEqualTo(expected.getSQLState()).isEqualTo("28000");
    assertThat(refusal.getMessage()).isEqualTo(expected.getMessage());
  }

  @Test
  void aRoleThatMayNotConnectToTheDatabaseIsRefusedAsByPostgres() throws Exception {
    as(ROLE, "SELECT 1");
    run("REVOKE CONNECT ON DATABASE argosy FROM PUBLIC");

    ServerErrorMessage refusal = refusal(ROLE, SECRET);
    ServerErrorMessage expected =
        catchThrowableOfType(PSQLException.class, () -> SharedCluster.connectTo(0, ROLE).close())
            .getServerErrorMessage();
    assertThat(refusal.getSQLState()).isEqualTo(expected.getSQLState()).isEqualTo("42501");
    assertThat(refusal.getMessage()).isEqualTo(expected.getMessage());
    assertThat(refusal.getDetail()).isEqualTo(expected.getDetail());
  }

  @Test
  void aRoleHasNoMoreSessionsThanItsLimit() throws SQLException {
    run("ALTER ROLE " + ROLE + " CONNECTION LIMIT 1");
    for (int i = 0; i < 2; i++) {
      try (Connection only = logInWhenTheLastSessionHasEnded()) {
        assertThat(SharedCluster.rows(only, "SELECT 1")).containsExactly("1");
        ServerErrorMessage refusal = refusal(ROLE, SECRET);
        assertThat(refusal.getSQLState()).isEqualTo("53300");
        assertThat(refusal.getMessage())
            .isEqualTo("too many connections for role \"" + ROLE + "\"");
      }
      run("ALTER ROLE " + ROLE + " SET work_mem = '5MB'");
    }
  }

  /** As with PostgreSQL, a session ends some time after its client has closed the connection. */
  private Connection logInWhenTheLastSessionHasEnded() {
    return Awaitility.await()
        .ignoreExceptionsMatching(
            e -> e instanceof PSQLException refused && "53300".equals(refused.getSQLState()))
        .until(() -> logIn(ROLE, SECRET), Objects::nonNull);
  }

  /** A backend of the one may be idle when the other gets the name. */
  @Test
  void aRoleThatGetsTheNameOfAnotherIsNotTakenForIt() throws SQLException {
    String whoAmI = "SELECT oid FROM pg_roles WHERE rolname = current_user";
    run("CREATE ROLE login_other LOGIN PASSWORD '" + SECRET + "'");
    String first = as(ROLE, whoAmI).getFirst();
    String second = as("login_other", whoAmI).getFirst();

    run(
        "ALTER ROLE " + ROLE + " RENAME TO login_third",
        "ALTER ROLE login_other RENAME TO " + ROLE,
        "ALTER ROLE login_third RENAME TO login_other");

    assertThat(as(ROLE, whoAmI)).containsExactly(second);
    assertThat(as("login_other", whoAmI)).containsExactly(first);
  }

  @Test
  void settingsOfARoleHoldFromItsNextLoginOn() throws SQLException {
    String path = "SELECT current_setting('search_path')";
    try (Connection before = logIn(ROLE, SECRET)) {
      assertThat(SharedCluster.rows(before, path)).containsExactly("\"$user\", public");
      run("ALTER ROLE " + ROLE + " SET search_path = pg_catalog");
      assertThat(as(ROLE, path)).containsExactly("pg_catalog");
      assertThat(SharedCluster.rows(before, path)).containsExactly("\"$user\", public");
    }
    run("ALTER ROLE " + ROLE + " IN DATABASE argosy SET search_path = information_schema");
    assertThat(as(ROLE, path)).containsExactly("information_schema");
    run(
        "ALTER ROLE " + ROLE + " RESET ALL",
        "ALTER ROLE " + ROLE + " IN DATABASE argosy RESET ALL");
    assertThat(as(ROLE, path)).containsExactly("\"$user\", public");
  }
}
