package io.argosy.coordinator.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.node.TextResult;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SchemaComparisonTest {
  private TwoDatabases databases;

  @BeforeAll
  void makeTheSameOnBoth() throws IOException {
    databases = new TwoDatabases();
    databases.onBoth(TwoDatabases.resource("rich.sql"));
  }

  @AfterAll
  void drop() throws IOException {
    databases.close();
  }

  @Test
  void whatIsDefinedByTheSameStatementsIsTheSame() {
    assertThat(databases.differences()).isEmpty();
  }

  @Test
  void whatIsChangedIsFound() throws IOException {
    assertThat(differencesAfter("changed.sql")).isEqualTo(TwoDatabases.resource("changed.txt"));
  }

  @Test
  void whatIsDroppedOrAddedIsFound() throws IOException {
    assertThat(differencesAfter("dropped.sql")).isEqualTo(TwoDatabases.resource("dropped.txt"));
  }

  /** A line each, sorted; the statements are taken back. */
  private String differencesAfter(String statements) throws IOException {
    databases.onTo("BEGIN", TwoDatabases.resource(statements));
    try {
      return databases.differences().stream()
          .sorted()
          .map(line -> line + "\n")
          .collect(Collectors.joining());
    } finally {
      databases.onTo("ROLLBACK");
    }
  }

  @Test
  void theSessionsHaveTheirSettingsAfterwards() {
    String settings =
        "SELECT string_agg(name || setting, ',' ORDER BY name) FROM pg_settings"
            + " WHERE name NOT LIKE 'transaction%'";
    databases.onTo("SET search_path = shop, public", "SET DateStyle = 'SQL, DMY'");
    List<String> before = TextResult.run(databases.to(), settings).rows().getFirst();
    databases.differences();
    assertThat(TextResult.run(databases.to(), settings).rows().getFirst()).isEqualTo(before);
    databases.onTo("RESET ALL");
  }
}
