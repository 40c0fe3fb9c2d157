package io.argosy.tpcd.performance;

import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.UpdateLog;
import io.argosy.tpcd.data.UpdateLog.Progress;
import io.argosy.tpcd.performance.Step.QueryStep;
import io.argosy.tpcd.performance.Step.UpdateStep;
import io.argosy.tpcd.run.TimedAnswer;
import io.argosy.tpcd.update.UpdateRun;
import io.argosy.tpcd.update.UpdateSet;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Runs steps, times them and writes them down. Steps that the journal has are left out. Thread-safe
 * as long as each thread has a connection of its own.
 */
final class StepRunner {
  private final TestPlan plan;
  private final Journal journal;
  private final AnswerFiles answers;
  private final LoadProgress progress;
  private final TestClock clock;
  private final int steps;

  /**
   * @param journal has the plan
   * @param progress told after every step how many are complete
   */
  StepRunner(Journal journal, AnswerFiles answers, LoadProgress progress) {
    TestRecord record = journal.record().orElseThrow();
    this.plan = record.plan();
    this.journal = journal;
    this.answers = answers;
    this.progress = progress;
    this.clock = new TestClock(record.clock());
    this.steps = plan.steps().size();
  }

  /** Runs a step, unless it is complete. */
  void run(Connection connection, Step step)
      throws SQLException, IOException, InterruptedException {
    if (journal.record().orElseThrow().done().containsKey(step.id())) {
      return;
    }
    report(step);
    switch (step) {
      case QueryStep query -> query(connection, query);
      case UpdateStep update -> update(connection, update);
    }
    report(step);
  }

  private void report(Step step) {
    progress.report(step.id(), journal.record().orElseThrow().done().size(), steps);
  }

  /** If the connection is not in autocommit mode, the query is a transaction of its own. */
  private void query(Connection connection, QueryStep step) throws SQLException, IOException {
    double start = clock.seconds();
    TimedAnswer timed = TimedAnswer.measure(connection, plan.sql(step), 1);
    long updates =
        new UpdateLog(connection).transactions(plan.firstUpdateSet(), plan.lastUpdateSet());
    if (!connection.getAutoCommit()) {
      connection.commit();
    }
    // First of all: whoever finds the step in the journal expects to find its answer, too.
    answers.write(step, timed.answer());
    journal.append(
        new Event.Validated(
            step.id(), false, AnswerShape.fault(step.query(), timed.answer()).orElse(null)));
    journal.append(
        new Event.StepDone(
            step.id(), start, timed.seconds(), timed.answer().rows().size(), updates));
  }

  private void update(Connection connection, UpdateStep step)
      throws SQLException, IOException, InterruptedException {
    UpdateSet set = plan.updateSet(step);
    double begun = clock.seconds();
    Progress reached = new UpdateLog(connection).progress(step.function().toString(), step.set());
    if (reached.orders() < set.orders()) {
      UpdateRun run = UpdateRun.open(connection, set, plan.ordersPerTransaction());
      while (!run.done()) {
        double start = clock.seconds();
        long before = run.progress().orders();
        run.next();
        journal.append(
            new Event.TransactionDone(
                step.id(), start, clock.seconds() - start, run.progress().orders() - before));
      }
    }
    List<Event.TransactionDone> transactions = journal.record().orElseThrow().transactions(step);
    journal.append(
        new Event.StepDone(
            step.id(),
            transactions.isEmpty() ? begun : transactions.getFirst().start(),
            seconds(transactions, set.orders()),
            set.orders(),
            0));
  }

  /**
   * The time of all transactions. A process that is killed between a commit and the line in the
   * journal takes that transaction's time with it; then the others' stands for it, by orders.
   */
  private static Double seconds(List<Event.TransactionDone> transactions, long orders) {
    long timed = transactions.stream().mapToLong(Event.TransactionDone::orders).sum();
    double seconds = transactions.stream().mapToDouble(Event.TransactionDone::seconds).sum();
    return timed == 0 ? null : Double.valueOf(seconds * orders / timed);
  }
}
