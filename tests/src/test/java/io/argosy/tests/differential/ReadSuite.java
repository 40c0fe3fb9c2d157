package io.argosy.tests.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The queries of {@code corpus/} over the fixture's tables, and of {@code catalog/} about them. */
abstract class ReadSuite extends DifferentialSuite {

  /** The order in which the fixture's rows are loaded into the database under test. */
  Fixture.LoadOrder loadOrder() {
    return Fixture.LoadOrder.SAME;
  }

  @Override
  protected List<String> folders() {
    return List.of("corpus", "catalog");
  }

  @Override
  protected void prepare(Database subject) throws Exception {
    Fixture.CORPUS.copy(PlainPostgres.reference(), subject, loadOrder());
  }

  @Override
  protected List<ScriptStatement> finalState(String script) {
    return List.of();
  }

  @Test
  void driversReadTheCatalogOfOnePostgres() throws SQLException {
    Map<String, List<List<String>>> seen = DriverMetadata.of(subject());

    DriverMetadata.of(reference())
        .forEach((call, expected) -> assertThat(seen.get(call)).as(call).isEqualTo(expected));
  }
}
