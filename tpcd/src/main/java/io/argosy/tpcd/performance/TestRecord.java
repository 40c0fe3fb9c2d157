package io.argosy.tpcd.performance;

import io.argosy.tpcd.metric.Metrics;
import io.argosy.tpcd.performance.Step.QueryStep;
import io.argosy.tpcd.performance.Step.UpdateStep;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * What a journal says about a test.
 *
 * @param events all of them, the first one the plan
 */
public record TestRecord(TestPlan plan, Environment environment, List<Event> events) {
  public TestRecord {
    events = List.copyOf(events);
  }

  /** Nothing if there is no event. */
  static Optional<TestRecord> of(List<Event> events) {
    return !events.isEmpty() && events.getFirst() instanceof Event.Planned planned
        ? Optional.of(new TestRecord(planned.plan(), planned.environment(), events))
        : Optional.empty();
  }

  private <E extends Event> List<E> all(Class<E> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private <E extends Event> Map<String, E> latest(Class<E> type, Function<E, String> step) {
    return all(type).stream().collect(Collectors.toMap(step, event -> event, (old, now) -> now));
  }

  /** The steps that are complete, by their id. */
  public Map<String, Event.StepDone> done() {
    return latest(Event.StepDone.class, Event.StepDone::step);
  }

  /** What Argosy said about query steps, by their id. */
  public Map<String, Event.Explained> explained() {
    return latest(Event.Explained.class, Event.Explained::step);
  }

  /** What is known of the answers of query steps, by the step's id. */
  public Map<String, Event.Validated> validated() {
    return latest(Event.Validated.class, Event.Validated::step);
  }

  /** The committed transactions of an update step. */
  List<Event.TransactionDone> transactions(UpdateStep step) {
    return all(Event.TransactionDone.class).stream()
        .filter(transaction -> transaction.step().equals(step.id()))
        .toList();
  }

  /** Whether all steps are complete. */
  public boolean complete() {
    return done().size() == plan.steps().size();
  }

  /** When the test was started, in ISO 8601; nothing if it was not. */
  public Optional<String> startedAt() {
    return all(Event.Started.class).stream().findFirst().map(Event.Started::at);
  }

  /** How often the test was interrupted and taken up again. */
  public int resumptions() {
    return Math.max(0, all(Event.Started.class).size() - 1);
  }

  /**
   * What the test's clock shows: the end of what was done last, in seconds. It stands still while
   * no process runs the test, and what a killed process had begun and not ended does not count.
   */
  public double clock() {
    Map<String, Event.StepDone> done = done();
    DoubleStream queryEnds =
        queries().stream()
            .map(step -> done.get(step.id()))
            .filter(Objects::nonNull)
            .mapToDouble(query -> query.start() + query.seconds());
    DoubleStream updateEnds =
        all(Event.TransactionDone.class).stream()
            .mapToDouble(transaction -> transaction.start() + transaction.seconds());
    return DoubleStream.concat(queryEnds, updateEnds).max().orElse(0);
  }

  /**
   * QppD@Size or QthD@Size; nothing while the test is not complete, or if a time that it needs was
   * lost in an interruption.
   */
  public OptionalDouble metric() {
    if (!complete()) {
      return OptionalDouble.empty();
    }
    return switch (plan.kind()) {
      case POWER -> power();
      case THROUGHPUT ->
          OptionalDouble.of(
              Metrics.throughput(
                  plan.scale(), plan.streams(), plan.set().queries().size(), clock()));
    };
  }

  private OptionalDouble power() {
    List<Double> queries = seconds(plan.queryStreams().getFirst());
    List<Double> updates = seconds(plan.updateStream());
    return updates.size() < plan.updateStream().size()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Metrics.power(plan.scale(), queries, updates));
  }

  private List<Double> seconds(Collection<? extends Step> steps) {
    Map<String, Event.StepDone> done = done();
    return steps.stream()
        .map(step -> done.get(step.id()).seconds())
        .filter(seconds -> seconds != null)
        .toList();
  }

  /** The query steps of all streams. */
  List<QueryStep> queries() {
    return plan.queryStreams().stream().flatMap(List::stream).toList();
  }
}
