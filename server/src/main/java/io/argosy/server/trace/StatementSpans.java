package io.argosy.server.trace;

import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.activity.StatementActivity;
import io.argosy.coordinator.resource.NodeRequest;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the spans of a statement that has ended: one of its own, below it one for its planning, one
 * for each stage and one for what is asked when these are done, and below those one for each
 * request. Thread-safe.
 */
final class StatementSpans {
  private static final String PLAN = "plan";
  private static final String EXECUTE = "execute";

  private final Tracer tracer;

  StatementSpans(Tracer tracer) {
    this.tracer = tracer;
  }

  /** What belongs to one span below the statement's. */
  private record Step(String name, String table, long begin, long end, List<NodeRequest> requests) {
    static Step of(String name, String table, List<NodeRequest> requests) {
      return new Step(
          name,
          table,
          requests.stream().mapToLong(NodeRequest::begin).min().orElse(0),
          requests.stream().mapToLong(NodeRequest::end).max().orElse(0),
          requests);
    }
  }

  /**
   * Tells a statement, if it is traced at all. Those of who looks at what others do are where their
   * clients ask for it only.
   *
   * @param sqlState of the error that it has ended with; empty where it was answered
   */
  void tell(SessionActivity session, StatementActivity statement, Optional<String> sqlState) {
    long end = statement.ledger().now();
    Context parent = CommentContext.of(statement.comments());
    if (statement.onlooker() && !Span.fromContext(parent).getSpanContext().isValid()) {
      return;
    }
    SpanText text = new SpanText(session, statement);
    Instant start = statement.startedAt();
    Span span =
        tracer
            .spanBuilder(text.name())
            .setParent(parent)
            .setSpanKind(SpanKind.SERVER)
            .setStartTimestamp(start)
            .startSpan();
    if (span.isRecording()) {
      text.describe(span, sqlState);
      Context below = span.storeInContext(Context.root());
      steps(statement, end).forEach(step -> tell(step, start, below));
    }
    span.end(start.plusNanos(end));
  }

  private void tell(Step step, Instant start, Context parent) {
    Span span =
        tracer
            .spanBuilder(step.name())
            .setParent(parent)
            .setStartTimestamp(start.plusNanos(step.begin()))
            .startSpan();
    if (!step.table().isEmpty()) {
      span.setAttribute(SpanText.STAGE, step.table());
    }
    Context below = span.storeInContext(Context.root());
    step.requests().forEach(request -> tell(request, start, below));
    span.end(start.plusNanos(step.end()));
  }

  private void tell(NodeRequest request, Instant start, Context parent) {
    Span span =
        tracer
            .spanBuilder(SpanText.name(request))
            .setParent(parent)
            .setSpanKind(SpanKind.CLIENT)
            .setStartTimestamp(start.plusNanos(request.begin()))
            .startSpan();
    SpanText.describe(span, request);
    span.end(start.plusNanos(request.end()));
  }

  /** In the order in which they began, but for those that are not stages. */
  private static List<Step> steps(StatementActivity statement, long end) {
    // Where it has failed before anybody knew how it would be answered, all was for that.
    long planned = statement.strategy().isEmpty() ? end : statement.plannedAfter();
    List<NodeRequest> planning = new ArrayList<>();
    List<NodeRequest> others = new ArrayList<>();
    Map<String, List<NodeRequest>> stages = new LinkedHashMap<>();
    for (NodeRequest request : statement.ledger().requests()) {
      if (!request.step().isEmpty()) {
        stages.computeIfAbsent(request.step(), table -> new ArrayList<>()).add(request);
      } else if (request.end() <= planned) {
        planning.add(request);
      } else {
        others.add(request);
      }
    }
    List<Step> steps = new ArrayList<>();
    steps.add(new Step(PLAN, "", 0, planned, planning));
    stages.forEach((table, requests) -> steps.add(Step.of("stage " + table, table, requests)));
    if (!others.isEmpty()) {
      steps.add(Step.of(EXECUTE, "", others));
    }
    return steps;
  }
}
