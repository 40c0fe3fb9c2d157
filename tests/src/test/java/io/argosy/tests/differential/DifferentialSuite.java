package io.argosy.tests.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One test per script of some folders. A failing script reports every statement of it that differs.
 * Run one script or one statement with {@code -Ddifferential.only=corpus/joins} or {@code
 * -Ddifferential.only=corpus/joins:12} (its line).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class DifferentialSuite {
  private static final Logger LOGGER = System.getLogger(DifferentialSuite.class.getName());

  private final Selection selection = Selection.fromSystemProperty();
  private Server server;
  private ScriptComparison comparison;

  /** The folders of scripts below {@code differential/}. */
  protected abstract List<String> folders();

  /** The database under test, started and empty. Called once. */
  protected abstract Server start() throws Exception;

  /**
   * Whether a script runs here. The suites on one node and on four share the scripts: what three
   * nodes answer, which run all of them, differs from that in few ways. With {@code
   * -Ddifferential.everywhere=true} all suites run all scripts.
   *
   * @param number of the script, from 0
   */
  protected boolean runs(int number) {
    return true;
  }

  /** Brings a started database into the state that the scripts expect. */
  protected abstract void prepare(Database subject) throws Exception;

  /** The plain PostgreSQL that holds the same tables. */
  protected Database reference() {
    return PlainPostgres.reference();
  }

  /** The database under test. */
  final Database subject() {
    return server;
  }

  /** What is compared after a script's own statements, once those have run on the reference. */
  protected abstract List<ScriptStatement> finalState(String script) throws SQLException;

  @BeforeAll
  void load() throws Exception {
    server = start();
    prepare(server);
    comparison = new ScriptComparison(reference(), server);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @AfterAll
  void report() {
    LOGGER.log(
        Level.INFO,
        "{0}: {1} statements compared, by strategy {2}",
        getClass().getSimpleName(),
        comparison.compared(),
        comparison.statementsByStrategy());
  }

  Stream<String> scripts() {
    List<String> all = folders().stream().flatMap(Scripts::namesIn).toList();
    return IntStream.range(0, all.size())
        .filter(number -> selection.everywhere() || runs(number))
        .mapToObj(all::get)
        .filter(selection::includes);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("scripts")
  void answersAsOnePostgres(String script) throws SQLException {
    List<ScriptStatement> statements = selection.from(Scripts.read(script));

    List<String> differences = new ArrayList<>(comparison.compare(statements));
    if (selection.wholeScripts()) {
      differences.addAll(comparison.compare(finalState(script)));
    }

    assertThat(differences)
        .withFailMessage(
            () ->
                "%d of %d statements differ:%n%s"
                    .formatted(
                        differences.size(), statements.size(), String.join("\n", differences)))
        .isEmpty();
  }
}
