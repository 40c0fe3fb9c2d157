package io.argosy.sql.lexer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NormalizedTextTest {
  @Test
  void constantsBecomeParametersBehindThoseOfTheText() {
    assertThat(
            NormalizedText.of(
                "SELECT a+1,\n 'it''s' FROM t -- note\n WHERE b = $2 AND c IN (1, 2.5, X'ff')"))
        .isEqualTo("SELECT a+$3, $4 FROM t WHERE b = $2 AND c IN ($5, $6, $7)");
  }

  @Test
  void passwordsAreNotShownWhileTheyAreSet() {
    assertThat(NormalizedText.shown("ALTER ROLE r PASSWORD 'hidden'"))
        .isEqualTo("ALTER ROLE r PASSWORD $1");
    assertThat(NormalizedText.shown("SELECT 'shown'")).isEqualTo("SELECT 'shown'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"'%s'", "E'%s'", "$$%s$$", "$tag$%s$tag$", "U&'%s'", "X'%s'"})
  void aConstantThatIsNotReadToItsEndIsNotShown(String constant) {
    String padding = "SELECT 1, /* " + " ".repeat(NormalizedText.LONGEST_READ - 30) + " */ ";
    String sql = padding + constant.formatted("hidden".repeat(20)) + ", 2";
    for (int shift = 0; shift < 30; shift++) {
      assertThat(NormalizedText.of(sql.substring(0, 13) + sql.substring(13 + shift)))
          .startsWith("SELECT $1, ")
          .doesNotContain("hid");
    }
  }

  @Test
  void isNoLongerThanIsKept() {
    String list = "SELECT " + "1, ".repeat(100_000) + "1";
    assertThat(NormalizedText.of(list)).hasSize(NormalizedText.LONGEST);
    assertThat(NormalizedText.shown(list)).hasSize(NormalizedText.LONGEST);
    assertThat(NormalizedText.of("")).isEmpty();
    assertThat(NormalizedText.of("SELECT $99999999999")).isEqualTo("SELECT $99999999999");
  }
}
