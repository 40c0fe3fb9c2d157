package io.argosy.tests.histories;

import io.argosy.tests.histories.Operation.Append;
import java.util.ArrayList;
import java.util.List;

/**
 * What one client has done at once, and what it was told of it.
 *
 * @param name to tell it from others
 * @param operations its statements in their order, but for those that have failed; one of which the
 *     outcome is not known is there
 * @param commitBegin before COMMIT was sent, or the statement if it was one by itself
 * @param end when the outcome was known, or known to be unknown
 */
record Transaction(
    String name,
    Level level,
    List<Operation> operations,
    Outcome outcome,
    long commitBegin,
    long end) {
  /** Isolation. */
  enum Level {
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE;

    /** As SQL has it. */
    String sql() {
      return name().replace('_', ' ');
    }
  }

  /** What a client was told. */
  enum Outcome {
    COMMITTED,
    ABORTED,

    /** Nobody knows: it may be there or not. */
    UNKNOWN
  }

  /** Whether all of its reads are of one snapshot. */
  boolean hasOneSnapshot() {
    return level != Level.READ_COMMITTED;
  }

  /** What it appends to a list, up to one of its operations. */
  List<Integer> appended(Key key, int operation) {
    List<Integer> values = new ArrayList<>();
    for (Operation each : operations.subList(0, operation)) {
      if (each instanceof Append append && append.keys().contains(key)) {
        values.add(append.value());
      }
    }
    return values;
  }

  List<Append> appends() {
    return operations.stream().filter(Append.class::isInstance).map(Append.class::cast).toList();
  }

  @Override
  public String toString() {
    return name + " " + level + " " + outcome + " " + operations + " until " + end;
  }
}
