package io.argosy.coordinator.execute;

/** The last step of a statement in its {@link Workplace}, which ends with it. */
final class WorkplaceExecution implements Execution {
  private final Workplace workplace;
  private final Execution lastStep;

  WorkplaceExecution(Workplace workplace, Execution lastStep) {
    this.workplace = workplace;
    this.lastStep = lastStep;
  }

  @Override
  public Batch next() {
    Batch batch = lastStep.next();
    if (batch == null) {
      workplace.finish();
    }
    return batch;
  }

  @Override
  public String tag(long rows) {
    return lastStep.tag(rows);
  }

  @Override
  public void close() {
    lastStep.close();
    workplace.close();
  }
}
