package io.argosy.tpcd.performance;

import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.update.UpdateFunction;

/** What a test times as one: a query, or a set of an update function. */
public sealed interface Step {
  /** The name under which the journal knows it, unique in its test. */
  String id();

  /**
   * A query of a stream.
   *
   * @param stream 0 in the power test, from 1 in the throughput test
   */
  record QueryStep(int stream, Query query) implements Step {
    @Override
    public String id() {
      return "stream-" + stream + "-query-" + query.number();
    }
  }

  /** A set of an update function, which may be several transactions. */
  record UpdateStep(UpdateFunction function, int set) implements Step {
    @Override
    public String id() {
      return function + "-set-" + set;
    }
  }
}
