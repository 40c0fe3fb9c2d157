package io.argosy.coordinator.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RoleCopyTest {
  private static final List<String> ROLES =
      List.of("copied_group", "copied_a", "copied_b", "\"copied\"\"; --\"");

  private NodeSession from;
  private NodeSession to;

  @BeforeEach
  void open() throws IOException {
    from = SharedCluster.session(0);
    to = SharedCluster.session(1);
  }

  @AfterEach
  void drop() {
    for (NodeSession session : List.of(from, to)) {
      TextResult.run(
          session,
          "DO $$ BEGIN DROP OWNED BY copied_a; EXCEPTION WHEN undefined_object THEN NULL; END $$");
      ROLES.forEach(role -> TextResult.run(session, "DROP ROLE IF EXISTS " + role));
      session.close();
    }
  }

  private static void run(NodeSession session, String... statements) {
    List.of(statements).forEach(sql -> TextResult.run(session, sql));
  }

  private int copy() {
    run(to, "BEGIN");
    int made = RoleCopy.make(from, to);
    run(to, "COMMIT");
    return made;
  }

  /** What is not the same in the roles of this test. */
  private List<String> differences() {
    return RoleCopy.differences(from, to).stream().filter(line -> line.contains("copied")).toList();
  }

  @Test
  void rolesThatAreMissingAreMadeWithAllThatTheyHave() {
    run(
        from,
        "CREATE ROLE copied_a LOGIN CREATEDB NOINHERIT CONNECTION LIMIT 7 PASSWORD 'it''s'"
            + " VALID UNTIL '2044-05-06 07:08:09+03'",
        "CREATE ROLE \"copied\"\"; --\" SUPERUSER REPLICATION BYPASSRLS CREATEROLE",
        "CREATE ROLE copied_group",
        "CREATE ROLE copied_b VALID UNTIL 'infinity'",
        "GRANT copied_group TO copied_a WITH ADMIN OPTION, INHERIT FALSE",
        "GRANT pg_monitor TO copied_b WITH SET FALSE",
        "SET ROLE copied_a",
        "GRANT copied_group TO copied_b",
        "RESET ROLE",
        "GRANT copied_group TO copied_b WITH INHERIT FALSE",
        "COMMENT ON ROLE copied_a IS 'a''b'",
        "ALTER ROLE copied_a SET search_path = '$user', \"a; b\"",
        "ALTER ROLE copied_a SET work_mem = '7MB'",
        "GRANT SET ON PARAMETER log_statement TO copied_a WITH GRANT OPTION",
        "ALTER ROLE \"copied\"\"; --\" SET application_name = '''; DROP ROLE copied_a; --'");
    assertThat(differences()).hasSize(4).allSatisfy(line -> assertThat(line).contains("missing"));
    assertThat(copy()).isPositive();
    assertThat(differences()).isEmpty();
    assertThat(copy()).isZero();
    String verifier = "SELECT rolpassword FROM pg_authid WHERE rolname = 'copied_a'";
    assertThat(TextResult.run(to, verifier).single())
        .startsWith("SCRAM-SHA-256$")
        .isEqualTo(TextResult.run(from, verifier).single());
  }

  @Test
  void aRoleThatIsThereIsLeftAsItIsAndItsDifferencesAreFound() {
    run(
        from,
        "CREATE ROLE copied_a LOGIN PASSWORD 'one'",
        "CREATE ROLE copied_group",
        "GRANT copied_group TO copied_a",
        "CREATE ROLE copied_b",
        "ALTER ROLE copied_b SET work_mem = '7MB'",
        "COMMENT ON ROLE copied_b IS 'b'");
    run(
        to,
        "CREATE ROLE copied_a LOGIN PASSWORD 'two'",
        "CREATE ROLE copied_b CREATEDB",
        "CREATE ROLE copied_group");
    assertThat(copy()).isZero();
    assertThat(differences())
        .containsExactlyInAnyOrder(
            "role copied_a: not the same in what is not shown here",
            "role copied_b: ..NHERIT NOCREATEROLE NOCREATEDB NOLOGIN NOREPLICATION NOBYPASSRLS"
                + " CONNECTION LIMI.. on node1, ..NHERIT NOCREATEROLE CREATEDB NOLOGIN"
                + " NOREPLICATION NOBYPASSRLS CONNECTION LIMIT .. on node2",
            "role copied_a, member of copied_group: missing on node2",
            "role copied_b, setting work_mem: missing on node2",
            "role copied_b, comment: missing on node2");
  }

  @Test
  void aGroupThatIsNewGetsItsMembers() {
    run(from, "CREATE ROLE copied_a", "CREATE ROLE copied_group", "GRANT copied_group TO copied_a");
    run(to, "CREATE ROLE copied_a");
    assertThat(copy()).isEqualTo(2);
    assertThat(differences()).isEmpty();
  }

  @Test
  void passwordsOfSuperusersMayDiffer() {
    run(from, "CREATE ROLE copied_a SUPERUSER PASSWORD 'one'");
    run(to, "CREATE ROLE copied_a SUPERUSER PASSWORD 'two'");
    assertThat(differences()).isEmpty();
  }
}
