package io.argosy.tests.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.sql.parse.ParsedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.util.Litmus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * PostgreSQL certifies the text that a tree is written as. So a tree must be the one that its text
 * is read as: of another one with the same text nobody has said what it means.
 */
class TreesOfTextsTest {
  private static Stream<String> scripts() {
    return Stream.of("corpus", "dml", "catalog", "refusals").flatMap(Scripts::namesIn);
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void treesAreThoseThatTheirTextsAreReadAs(String script) {
    List<String> others = new ArrayList<>();
    for (ScriptStatement statement : Scripts.read(script)) {
      Optional<ParsedStatement> read = ParsedStatement.parse(statement.sql());
      if (read.isPresent()) {
        String written = read.get().unparsed();
        Optional<ParsedStatement> again = ParsedStatement.parse(written);
        if (again.isEmpty() || !again.get().tree().equalsDeep(read.get().tree(), Litmus.IGNORE)) {
          others.add(statement.sql() + "\n  is written as " + written);
        }
      }
    }
    assertThat(others).isEmpty();
  }
}
