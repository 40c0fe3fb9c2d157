package io.argosy.tpcd.performance;

import io.argosy.tpcd.performance.Step.QueryStep;
import io.argosy.tpcd.performance.Step.UpdateStep;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.query.StreamOrder;
import io.argosy.tpcd.update.UpdateFunction;
import io.argosy.tpcd.update.UpdateSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Everything that decides which statements a test runs.
 *
 * @param scale scale factor of the loaded data
 * @param streams how many query streams; the power test has one
 * @param seed of the queries' parameters; a stream's own seed is this one plus its number
 * @param firstUpdateSet number of the first set of UF1 and of UF2; as many follow as there are
 *     streams
 * @param ordersPerTransaction how many orders one transaction of an update function has
 * @throws IllegalArgumentException when there are no such streams or update sets
 */
public record TestPlan(
    TestKind kind,
    QuerySet set,
    double scale,
    int streams,
    long seed,
    int firstUpdateSet,
    long ordersPerTransaction) {
  public TestPlan {
    int most = kind == TestKind.POWER ? 1 : StreamOrder.MOST_STREAMS;
    if (streams < 1 || streams > most) {
      throw new IllegalArgumentException("there can be 1 to " + most + " streams, not " + streams);
    }
    if (ordersPerTransaction < 1) {
      throw new IllegalArgumentException("a transaction has at least one order");
    }
    for (UpdateFunction function : UpdateFunction.values()) {
      updateSet(function, firstUpdateSet, scale);
      updateSet(function, firstUpdateSet + streams - 1, scale);
    }
  }

  private static UpdateSet updateSet(UpdateFunction function, int number, double scale) {
    return new UpdateSet(function, number, scale);
  }

  /** The same test beginning with another update set. */
  public TestPlan withFirstUpdateSet(int number) {
    return new TestPlan(kind, set, scale, streams, seed, number, ordersPerTransaction);
  }

  /** The query streams, each in its order. */
  public List<List<QueryStep>> queryStreams() {
    int first = kind == TestKind.POWER ? 0 : 1;
    return IntStream.range(first, first + streams).mapToObj(this::queryStream).toList();
  }

  private List<QueryStep> queryStream(int stream) {
    return StreamOrder.of(set, stream).stream().map(query -> new QueryStep(stream, query)).toList();
  }

  /** The update stream: a pair of UF1 and UF2 for every query stream. */
  public List<UpdateStep> updateStream() {
    List<UpdateStep> updates = new ArrayList<>();
    for (int number = firstUpdateSet; number <= lastUpdateSet(); number++) {
      updates.add(new UpdateStep(UpdateFunction.UF1, number));
      updates.add(new UpdateStep(UpdateFunction.UF2, number));
    }
    return updates;
  }

  /**
   * All steps, in the order of the power test: the first update function, the queries, the other
   * update function. In the throughput test the streams run at the same time.
   */
  public List<Step> steps() {
    List<Step> steps = new ArrayList<>(updateStream());
    steps.addAll(1, queryStreams().stream().flatMap(List::stream).toList());
    return steps;
  }

  public int lastUpdateSet() {
    return firstUpdateSet + streams - 1;
  }

  /** The orders of an update step. */
  public UpdateSet updateSet(UpdateStep step) {
    return updateSet(step.function(), step.set(), scale);
  }

  /** The text of a query step. */
  public String sql(QueryStep step) {
    return step.query().sql(Parameters.random(step.query(), seed + step.stream(), scale));
  }
}
