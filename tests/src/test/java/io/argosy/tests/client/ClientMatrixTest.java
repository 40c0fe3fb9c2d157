package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.Server;
import io.argosy.tests.drivers.suites.SuitesPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The programs of the drivers in {@code tests/clients} see on Argosy what they see on one
 * PostgreSQL, by TLS and SCRAM too. A driver whose toolchain is not there is skipped.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClientMatrixTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "drivers.md");
  private static final Path BEHAVIOURS = Path.of("clients", "behaviours.json");
  private static final Path SECURED = Path.of("clients", "secured.json");
  private static final String REFUSED = "password authentication failed for user \"postgres\"";

  private final ClientMatrix matrix = new ClientMatrix();
  private Server postgres;
  private TestCluster argosy;
  private SecuredArgosy secured;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    postgres = Target.POSTGRES.start();
    Shop.create(postgres);
    argosy = TestCluster.start(3);
    Shop.create(argosy);
    secured = SecuredArgosy.start(argosy, folder);
  }

  @AfterAll
  void stop() {
    if (secured != null) {
      secured.close();
    }
    argosy.close();
    postgres.close();
  }

  @ParameterizedTest
  @EnumSource
  @Order(1)
  void seesWhatItSeesOnOnePostgres(Driver driver) throws Exception {
    DriverClient client = prepared(driver);
    compare(driver, client.run(BEHAVIOURS, postgres), client.run(BEHAVIOURS, argosy));
  }

  /** What it sees of one PostgreSQL, it sees there in clear text and without a password. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PSQL")
  @Order(2)
  void connectsByTlsAndScram(Driver driver) throws Exception {
    DriverClient client = prepared(driver);
    compare(driver, client.run(SECURED, postgres), client.run(SECURED, secured.database()));
    assertThatThrownBy(() -> client.run(SECURED, secured.wrongPassword()))
        .hasStackTraceContaining(REFUSED);
    assertThatThrownBy(() -> client.run(SECURED, secured.untrusted()))
        .hasStackTraceContaining("certificat");
  }

  @Test
  @Order(2)
  void thePsqlOfThePathConnectsByTlsAndScram() throws Exception {
    assumeTrue(PsqlSuite.PSQL.isPresent(), "no psql on the PATH");
    Program connected = psql(secured.database());
    assumeFalse(connected.errors().contains("not compiled with SSL"), connected::errors);
    assertThat(connected.status()).as(connected.errors()).isZero();
    assertThat(connected.output()).contains("SSL connection", "I am postgres");
    assertThat(psql(secured.wrongPassword()).errors()).contains(REFUSED);
    assertThat(psql(secured.untrusted()).errors()).contains("certificate verify failed");
  }

  private static Program psql(Database database) throws Exception {
    return Program.run(
        List.of(
            PsqlSuite.PSQL.orElseThrow().toString(),
            database.jdbcUrl().replaceFirst("^jdbc:", ""),
            "-X",
            "-c",
            "\\conninfo",
            "-c",
            "SELECT 'I am ' || current_user"),
        Map.of());
  }

  private static DriverClient prepared(Driver driver) throws Exception {
    DriverClient client = driver.client();
    try {
      client.prepare();
    } catch (MissingToolchainException e) {
      abort(e.getMessage());
    }
    return client;
  }

  private void compare(Driver driver, DriverReport expected, DriverReport actual) {
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
  @Order(3)
  void theDocumentSaysSo() throws IOException {
    String document = Files.exists(DOCUMENT) ? Files.readString(DOCUMENT) : "";
    matrix.complete(SuitesPage.matrixIn(document));
    String expected = SuitesPage.withMatrix(document, matrix.text());
    if (Boolean.getBoolean("matrix.update")) {
      Files.writeString(DOCUMENT, expected);
    } else {
      assertThat(document).isEqualTo(expected);
    }
  }
}
