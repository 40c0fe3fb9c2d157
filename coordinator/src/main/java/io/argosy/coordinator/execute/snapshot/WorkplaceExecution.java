package io.argosy.coordinator.execute.snapshot;

import io.argosy.coordinator.execute.run.Execution;

/** The last step of a statement in its {@link Workplace}, which ends with it. */
public final class WorkplaceExecution implements Execution {
  private final Execution lastStep;
  private final Runnable finish;
  private final Runnable close;

  public WorkplaceExecution(Workplace workplace, Execution lastStep) {
    this(lastStep, workplace::finish, workplace::close);
  }

  public WorkplaceExecution(Workplaces workplaces, Execution lastStep) {
    this(lastStep, workplaces::finish, workplaces::close);
  }

  private WorkplaceExecution(Execution lastStep, Runnable finish, Runnable close) {
    this.lastStep = lastStep;
    this.finish = finish;
    this.close = close;
  }

  @Override
  public Batch next() {
    Batch batch = lastStep.next();
    if (batch == null) {
      finish.run();
    }
    return batch;
  }

  @Override
  public String tag(long rows) {
    return lastStep.tag(rows);
  }

  @Override
  public void close() {
    try {
      lastStep.close();
    } finally {
      close.run();
    }
  }
}
