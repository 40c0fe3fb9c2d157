package io.argosy.tpcd.performance;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.compare.AnswerComparison;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.LoadRecord;
import io.argosy.tpcd.data.UpdateLog;
import io.argosy.tpcd.performance.Step.QueryStep;
import io.argosy.tpcd.performance.Step.UpdateStep;
import io.argosy.tpcd.run.TimedAnswer;
import io.argosy.tpcd.update.UpdateRun;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares the answers of a test with those of another server that had the same data when the test
 * began. The updates of a test are transactions one after the other, and every answer is known to
 * have seen so many first ones of them: the other server makes the same updates, stops where
 * answers belong, and answers their queries. Used by one thread.
 */
final class ReferenceValidation {
  private static final String OBJECT_NOT_IN_PREREQUISITE_STATE = "55000";

  private final Connection reference;
  private final Journal journal;
  private final AnswerFiles answers;
  private final LoadProgress progress;
  private final TestPlan plan;
  private final UpdateLog log;

  /**
   * @param reference in autocommit mode; it stays the caller's
   */
  ReferenceValidation(
      Connection reference, Journal journal, AnswerFiles answers, LoadProgress progress) {
    this.reference = reference;
    this.journal = journal;
    this.answers = answers;
    this.progress = progress;
    this.plan = journal.record().orElseThrow().plan();
    this.log = new UpdateLog(reference);
  }

  /**
   * Makes sure that answers can be compared: both servers have the same scale, and the same sets of
   * updates besides those of the test.
   *
   * @throws BenchmarkException 55000 if not
   */
  void requireSameData(Connection server) throws SQLException {
    Optional<Double> scale = LoadRecord.read(reference).map(LoadRecord::scale);
    if (scale.isPresent() && scale.get() != plan.scale()) {
      throw refused(
          "the server to compare with has scale %s, not %s".formatted(scale.get(), plan.scale()),
          "Load the same scale into both.");
    }
    if (!log.exists()) {
      log.create();
    }
    List<String> there = log.othersThan(plan.firstUpdateSet(), plan.lastUpdateSet());
    List<String> here =
        new UpdateLog(server).othersThan(plan.firstUpdateSet(), plan.lastUpdateSet());
    if (!there.equals(here)) {
      throw refused(
          "the server to compare with has had other updates: %s instead of %s"
              .formatted(there, here),
          "Make the same updates there, in the same order, or load both servers again.");
    }
  }

  /** Compares every answer that was not compared before. */
  void run() throws SQLException, IOException, InterruptedException {
    TestRecord record = journal.record().orElseThrow();
    Map<String, Event.StepDone> done = record.done();
    Map<String, Event.Validated> validated = record.validated();
    List<QueryStep> left =
        record.queries().stream()
            .filter(step -> !validated.get(step.id()).reference())
            .sorted(Comparator.comparingLong(step -> done.get(step.id()).updates()))
            .toList();
    for (int i = 0; i < left.size(); i++) {
      QueryStep step = left.get(i);
      progress.report("comparing " + step.id(), i, left.size());
      advance(done.get(step.id()).updates());
      journal.append(
          new Event.Validated(
              step.id(),
              true,
              AnswerComparison.firstDifference(
                      TimedAnswer.measure(reference, plan.sql(step), 1).answer(),
                      answers.read(step),
                      step.query().ordering())
                  .orElse(null)));
    }
    progress.report("compared", left.size(), left.size());
    for (UpdateStep update : plan.updateStream()) {
      while (!isComplete(update)) {
        UpdateRun.open(reference, plan.updateSet(update), plan.ordersPerTransaction()).next();
      }
    }
  }

  private boolean isComplete(UpdateStep update) throws SQLException {
    return log.progress(update.function().toString(), update.set()).orders()
        >= plan.updateSet(update).orders();
  }

  private void advance(long transactions) throws SQLException, InterruptedException {
    long reached = log.transactions(plan.firstUpdateSet(), plan.lastUpdateSet());
    if (reached > transactions) {
      throw refused(
          "the server to compare with has had %d transactions of the test's updates, the answer %d"
              .formatted(reached, transactions),
          "Load it again, make the updates that came before this test, and give the same command.");
    }
    for (UpdateStep update : plan.updateStream()) {
      while (reached < transactions && !isComplete(update)) {
        UpdateRun.open(reference, plan.updateSet(update), plan.ordersPerTransaction()).next();
        reached++;
      }
    }
  }

  private static BenchmarkException refused(String message, String hint) {
    return new BenchmarkException(OBJECT_NOT_IN_PREREQUISITE_STATE, message, hint);
  }
}
