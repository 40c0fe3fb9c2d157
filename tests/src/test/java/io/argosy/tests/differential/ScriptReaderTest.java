package io.argosy.tests.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptReaderTest {

  @Test
  void splitsAtSemicolonsOutsideOfQuotesAndComments() {
    String script =
        """
        SELECT ';', E'\\';', ";" /* ; */ FROM t -- ;
        ;
        SELECT $x$ ; $$ ; $x$;
        """;

    assertThat(texts(script))
        .containsExactly("SELECT ';', E'\\';', \";\" /* ; */ FROM t -- ;", "SELECT $x$ ; $$ ; $x$");
  }

  @Test
  void keepsAnAtomicBodyTogether() {
    String function =
        "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; END";

    assertThat(texts(function + "; SELECT 1;")).containsExactly(function, "SELECT 1");
  }

  @Test
  void readsDirectivesLinesAndCopyData() {
    String script =
        """
        -- A remark.
        --@ error 22012
        --@ sorted-by 2,1
        SELECT 1 / 0;
        COPY t FROM STDIN;
        1\tone; two
        \\.
        SELECT 2;
        """;

    List<ScriptStatement> statements = ScriptReader.read("test", script);

    assertThat(statements).extracting(ScriptStatement::line).containsExactly(4, 5, 8);
    assertThat(statements.get(0).directives().errorState()).contains("22012");
    assertThat(statements.get(0).directives().order())
        .isEqualTo(new RowOrder.SortedBy(List.of(2, 1)));
    assertThat(statements.get(1).copyData()).contains("1\tone; two\n");
  }

  @Test
  void refusesADirectiveThatItDoesNotKnow() {
    assertThatThrownBy(() -> ScriptReader.read("test", "--@ oredered\nSELECT 1;"))
        .hasMessageContaining("test:2: unknown directive");
  }

  private static List<String> texts(String script) {
    return ScriptReader.read("test", script).stream().map(ScriptStatement::sql).toList();
  }
}
