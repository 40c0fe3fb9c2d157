package io.argosy.tpcd.performance;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * A line of the journal. Times are in seconds of the test's own clock, which stands still while no
 * process runs the test. What is not known is null, as in the file.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Event.Planned.class, name = "planned"),
  @JsonSubTypes.Type(value = Event.Started.class, name = "started"),
  @JsonSubTypes.Type(value = Event.TransactionDone.class, name = "transaction"),
  @JsonSubTypes.Type(value = Event.StepDone.class, name = "done"),
  @JsonSubTypes.Type(value = Event.Explained.class, name = "explained"),
  @JsonSubTypes.Type(value = Event.Validated.class, name = "validated")
})
public sealed interface Event {
  /** The first line: what is to be done, and where. */
  record Planned(TestPlan plan, Environment environment) implements Event {}

  /**
   * A process goes on with the test.
   *
   * @param at the wall clock's time, in ISO 8601
   * @param clock what the test's clock shows
   */
  record Started(String at, double clock) implements Event {}

  /**
   * A transaction of an update function has been committed.
   *
   * @param step the update step
   * @param orders how many it has inserted or deleted
   */
  record TransactionDone(String step, double start, double seconds, long orders) implements Event {}

  /**
   * A step is complete.
   *
   * @param seconds null for an update step whose transactions were all committed by a process that
   *     was killed before it could write down how long they took
   * @param rows of a query's answer, or orders of an update
   * @param updates for a query, how many transactions of the test's update stream its snapshot has
   */
  record StepDone(String step, double start, Double seconds, long rows, long updates)
      implements Event {}

  /**
   * What Argosy's EXPLAIN ANALYZE of a query step said, after the test.
   *
   * @param networkBytes what crossed the network
   * @param tableBytes the size of the tables that the query names
   */
  record Explained(String step, String strategy, Long networkBytes, Long tableBytes)
      implements Event {}

  /**
   * An answer was looked at.
   *
   * @param reference whether it was compared with another server's, value by value
   * @param difference what is wrong with it, or null
   */
  record Validated(String step, boolean reference, String difference) implements Event {}
}
