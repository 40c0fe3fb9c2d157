package io.argosy.coordinator.execute.run;

/**
 * The answer of a query, for a statement that has another tag.
 *
 * @param answer the query's
 * @param tag of the statement
 */
public record TaggedExecution(Execution answer, String tag) implements Execution {
  @Override
  public Batch next() {
    return answer.next();
  }

  @Override
  public String tag(long rows) {
    return tag;
  }

  @Override
  public void close() {
    answer.close();
  }
}
