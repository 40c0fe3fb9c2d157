package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.argosy.tests.differential.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The programs of the drivers in {@code tests/clients} see on Argosy what they see on one
 * PostgreSQL. A driver whose toolchain is not there is skipped.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClientMatrixTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "drivers.md");

  private final ClientMatrix matrix = new ClientMatrix();
  private Server postgres;
  private Server argosy;

  @BeforeAll
  void start() throws SQLException {
    postgres = Target.POSTGRES.start();
    Shop.create(postgres);
    argosy = Target.ARGOSY.start();
    Shop.create(argosy);
  }

  @AfterAll
  void stop() {
    argosy.close();
    postgres.close();
  }

  @ParameterizedTest
  @EnumSource
  @Order(1)
  void seesWhatItSeesOnOnePostgres(Driver driver) throws Exception {
    DriverClient client = driver.client();
    try {
      client.prepare();
    } catch (MissingToolchainException e) {
      abort(e.getMessage());
    }
    DriverReport expected = client.run(postgres);
    DriverReport actual = client.run(argosy);
    matrix.add(driver, expected, actual);
    assertThat(expected.behaviours()).isNotEmpty();
    assertThat(actual.behaviours().keySet()).isEqualTo(expected.behaviours().keySet());
    expected
        .behaviours()
        .forEach(
            (behaviour, seen) ->
                assertThat(actual.behaviours().get(behaviour)).as(behaviour).isEqualTo(seen));
  }

  @Test
  @Order(2)
  void theDocumentSaysSo() throws IOException {
    String document = Files.exists(DOCUMENT) ? Files.readString(DOCUMENT) : "";
    matrix.complete(document);
    if (Boolean.getBoolean("matrix.update")) {
      Files.writeString(DOCUMENT, matrix.text());
    } else {
      assertThat(document).isEqualTo(matrix.text());
    }
  }
}
