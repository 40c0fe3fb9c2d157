package io.argosy.coordinator.cluster.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.protocol.authentication.ScramVerifier;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RolePasswordsTest {
  private static final String VERIFIER =
      "SCRAM-SHA-256$4096:c2FsdHNhbHRzYWx0c2FsdA==$"
          + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

  private static String hashed(String sql, String iterations) {
    return RolePasswords.hashed(sql, SqlLexer.tokens(sql), iterations);
  }

  /** All of them mean the same password. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE ROLE r LOGIN PASSWORD 'it''s'",
        "create user r encrypted password E'it\\'s' valid until 'infinity'",
        "ALTER ROLE r PASSWORD /* here */ $$it's$$",
        "ALTER USER \"r\" WITH PASSWORD $tag$it's$tag$ -- it is",
        "ALTER ROLE r PASSWORD U&'it\\0027s'",
        "CREATE GROUP r PASSWORD\n'it'\n'''s'",
        "CREATE ROLE password PASSWORD'it''s'",
        "CREATE USER mapping PASSWORD 'it''s'",
      })
  void aPasswordBecomesItsVerifier(String sql) {
    String hashed = hashed(sql, "5000");

    assertThat(hashed).doesNotContain("it's", "it''s", "'it'", "it\\");
    String text = SqlLexer.tokens(hashed).getLast().value();
    ScramVerifier verifier = ScramVerifier.parse(text);
    assertThat(verifier.iterations()).isEqualTo(5000);
    assertThat(text)
        .isEqualTo(ScramVerifier.of("it's".toCharArray(), verifier.salt(), 5000).text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE ROLE r LOGIN",
        "ALTER ROLE r PASSWORD NULL",
        "ALTER ROLE r PASSWORD ''",
        "ALTER ROLE r PASSWORD '" + VERIFIER + "'",
        "ALTER ROLE r PASSWORD 'md50123456789abcdef0123456789abcdef'",
        "ALTER ROLE r SET application_name = 'password'",
        "CREATE USER MAPPING FOR r SERVER s OPTIONS (user 'a', password 'b')",
        "CREATE USER MAPPING IF NOT EXISTS FOR r SERVER s OPTIONS (password 'b')",
        "CREATE TABLE role (password text DEFAULT 'x')",
        "SELECT password 'x'",
        "",
      })
  void whatHasNoClearPasswordStaysAsItIs(String sql) {
    assertThat(hashed(sql, null)).isEqualTo(sql);
  }

  @Test
  void whatFollowsKeepsItsPlace() {
    String sql = "CREATE ROLE r ENCRYPTED PASSWORD 'secret' NONSENSE LOGIN -- end";

    String hashed = hashed(sql, null);

    assertThat(hashed.indexOf("NONSENSE")).isEqualTo(sql.indexOf("NONSENSE"));
    assertThat(hashed).startsWith("CREATE ROLE r ").doesNotContain("secret", "ENCRYPTED");
    assertThat(hashed.lines().skip(1)).singleElement().asString().startsWith("PASSWORD 'SCRAM-");
  }

  @Test
  void everyVerifierHasItsOwnSalt() {
    String sql = "CREATE ROLE r PASSWORD 'secret'";

    assertThat(hashed(sql, null)).isNotEqualTo(hashed(sql, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE ROLE r PASSWORD 'secret' LOGIN PASSWORD 'another'",
        "CREATE ROLE r PASSWORD NULL      LOGIN PASSWORD 'another'",
        "ALTER ROLE r  PASSWORD ''        LOGIN ENCRYPTED PASSWORD $$another$$"
      })
  void aSecondPasswordIsRefused(String sql) {
    assertThatThrownBy(() -> hashed(sql, null))
        .isInstanceOfSatisfying(
            PostgresException.class,
            e -> {
              assertThat(e.error().sqlState()).isEqualTo("42601");
              assertThat(e.error().message()).isEqualTo("conflicting or redundant options");
              int position = Integer.parseInt(e.error().fields().get('P'));
              assertThat(sql.substring(position - 1)).matches("PASSWORD \\S*another\\S*");
            });
  }

  /** Who may not make roles is hashed for all the same. */
  @Test
  void nobodyHasThisHashedForLong() {
    assertThatThrownBy(() -> hashed("CREATE ROLE r PASSWORD 'secret'", "1000001"))
        .isInstanceOfSatisfying(
            PostgresException.class,
            e -> {
              assertThat(e.error().sqlState()).isEqualTo("22023");
              assertThat(e.error().fields().get('H')).contains("1000000");
            });
    String none = "ALTER ROLE r PASSWORD NULL";
    assertThat(hashed(none, "1000001")).isEqualTo(none);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"CREATE ROLE r PASSWORD 'secret", "CREATE ROLE r PASSWORD $$secret LOGIN"})
  void anUnterminatedPasswordIsRefusedAndNotRepeated(String sql) {
    assertThatThrownBy(() -> hashed(sql, null))
        .isInstanceOfSatisfying(
            PostgresException.class,
            e -> {
              assertThat(e.error().sqlState()).isEqualTo("42601");
              assertThat(e.error().fields()).containsEntry('P', "24");
              assertThat(e.error().fields().toString()).doesNotContain("secret");
            });
  }
}
