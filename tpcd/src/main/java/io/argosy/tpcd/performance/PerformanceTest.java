package io.argosy.tpcd.performance;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.UpdateLog;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.update.UpdateRun;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A power or a throughput test, with its files in a directory. If it is interrupted, by whatever,
 * the same test in the same directory goes on where it was.
 *
 * @param directory for the journals of both tests and the answers
 * @param servers where to run it
 * @param progress told how far it is
 */
public record PerformanceTest(Path directory, Servers servers, LoadProgress progress) {
  private static final String OBJECT_NOT_IN_PREREQUISITE_STATE = "55000";

  /**
   * @param url JDBC URL of the server under test
   * @param name how the server is named in files: the URL without a password
   * @param reference JDBC URL of a server with the same data, which answers are compared with
   */
  public record Servers(String url, String name, Optional<String> reference) {}

  /** The journal of a test in this directory. */
  public static Path journal(Path directory, TestKind kind) {
    return directory.resolve(kind + ".jsonl");
  }

  /**
   * Runs the test, or what is left of it, and compares the answers if there is a reference. A test
   * that is complete is not run again; answers that were not compared before are.
   *
   * @param wanted the test; its first update set is not looked at
   * @param firstUpdateSet the number of the first update set (default: behind all that the server
   *     has had)
   * @return what is known of the test in the end
   * @throws ServerFailedException when a server fails
   * @throws BenchmarkException 55000 when the directory has another test or the reference other
   *     data, or no update sets are left; 55006 when another process is running it
   */
  public TestRecord run(TestPlan wanted, OptionalInt firstUpdateSet)
      throws ServerFailedException, IOException, InterruptedException {
    try (Journal journal = Journal.open(journal(directory, wanted.kind()));
        Connection connection = connect(servers.url())) {
      try {
        UpdateRun.prepare(connection);
        begin(journal, connection, wanted, firstUpdateSet);
      } catch (SQLException e) {
        throw new ServerFailedException(servers.url(), e);
      }
      AnswerFiles answers = new AnswerFiles(directory.resolve(wanted.kind() + "-answers"));
      TestRun run = new TestRun(servers.url(), journal, answers, progress);
      if (servers.reference().isEmpty()) {
        run.run();
      } else {
        runAndCompare(connection, servers.reference().get(), journal, answers, run);
      }
      return journal.record().orElseThrow();
    } catch (SQLException e) {
      throw new ServerFailedException(servers.url(), e);
    }
  }

  private void runAndCompare(
      Connection connection, String url, Journal journal, AnswerFiles answers, TestRun run)
      throws ServerFailedException, IOException, InterruptedException {
    try (Connection reference = connect(url)) {
      ReferenceValidation validation =
          new ReferenceValidation(reference, journal, answers, progress);
      validation.requireSameData(connection);
      run.run();
      validation.run();
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }

  private static Connection connect(String url) throws ServerFailedException {
    try {
      return DriverManager.getConnection(url);
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }

  private void begin(
      Journal journal, Connection connection, TestPlan wanted, OptionalInt firstUpdateSet)
      throws SQLException, IOException {
    Optional<TestRecord> known = journal.record();
    if (known.isEmpty()) {
      int first =
          firstUpdateSet.isPresent()
              ? firstUpdateSet.getAsInt()
              : new UpdateLog(connection).highestSet() + 1;
      journal.append(
          new Event.Planned(
              beginningWith(wanted, first), Environment.of(connection, servers.name())));
      return;
    }
    TestPlan plan = known.get().plan();
    boolean same =
        wanted.withFirstUpdateSet(plan.firstUpdateSet()).equals(plan)
            && firstUpdateSet.orElse(plan.firstUpdateSet()) == plan.firstUpdateSet()
            && known.get().environment().url().equals(servers.name());
    if (!same) {
      throw new BenchmarkException(
          OBJECT_NOT_IN_PREREQUISITE_STATE,
          "%s has another test: %s on %s"
              .formatted(directory, plan, known.get().environment().url()),
          "Take another directory: --report");
    }
  }

  private static TestPlan beginningWith(TestPlan wanted, int firstUpdateSet) {
    try {
      return wanted.withFirstUpdateSet(firstUpdateSet);
    } catch (IllegalArgumentException e) {
      BenchmarkException exception =
          new BenchmarkException(
              OBJECT_NOT_IN_PREREQUISITE_STATE,
              "no update sets are left: " + e.getMessage(),
              "Load the data again: tpcd load --replace");
      exception.addSuppressed(e);
      throw exception;
    }
  }
}
