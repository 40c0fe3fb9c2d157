package io.argosy.server.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.activity.Activity;
import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.activity.StatementActivity;
import io.argosy.coordinator.limit.StatementQueue;
import io.argosy.coordinator.resource.NodeRequest;
import io.argosy.coordinator.resource.NodeRequest.Kind;
import io.argosy.coordinator.resource.RequestLedger;
import io.argosy.node.ResourceUse;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StatementSpansTest {
  private static final String TRACE = "5bd66ef5095369c7b0d1f8f4bd33716a";
  private static final String PARENT = "c532cb4098ac3dd2";
  private static final long SECOND = 1_000_000_000L;
  private static final ResourceUse USE =
      new ResourceUse(
          SECOND,
          SECOND / 4,
          0,
          SECOND / 2,
          0,
          0,
          SECOND / 8,
          0,
          Optional.of(new ResourceUse.Files(11, 12, 13)));

  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final Activity activity = new Activity(List.of("node1", "node2"));
  private final SessionActivity session =
      activity.open("alice", "shop", new StatementQueue(1).turn());
  private SdkTracerProvider provider;

  @AfterEach
  void close() {
    provider.close();
  }

  /** Spans of which none are sampled, or all, but for those whose clients say it. */
  private StatementSpans spans(double ratio) {
    provider =
        SdkTracerProvider.builder()
            .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(ratio)))
            .addSpanProcessor(SimpleSpanProcessor.create(exporter))
            .build();
    return new StatementSpans(provider.get("test"));
  }

  private static String comment(String flags) {
    return "/*traceparent='00-" + TRACE + "-" + PARENT + "-" + flags + "'*/";
  }

  private static void request(
      StatementActivity statement, String step, String node, Kind kind, long begin, long end) {
    statement
        .ledger()
        .add(new NodeRequest(step, node, kind, begin, end, 100, 40, Optional.of(USE)));
  }

  private SpanData span(String name) {
    return exporter.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String text(SpanData span, String name) {
    return span.getAttributes().get(AttributeKey.stringKey(name));
  }

  private StatementActivity staged() {
    StatementActivity statement =
        session.execute("(SELECT * FROM t WHERE secret = 'mine' AND x = 17)", comment("01"));
    session.plannedAs("STAGED");
    long planned = statement.plannedAfter();
    request(statement, "", "node1", Kind.STATEMENT, 0, planned);
    request(statement, "moved", "node1", Kind.SEND, planned + 1, planned + 10);
    request(statement, "moved", "node2", Kind.LOAD, planned + 2, planned + 12);
    request(statement, "", "node1", Kind.STATEMENT, planned + 13, planned + 20);
    request(statement, "", "node2", Kind.STATEMENT, planned + 14, planned + 30);
    return statement;
  }

  @Test
  void aStatementHasItsStagesAndTheseTheirRequests() {
    StatementActivity statement = staged();
    spans(0).tell(session, statement, Optional.empty());
    SpanData own = span("SELECT shop");
    assertThat(own.getKind()).isEqualTo(SpanKind.SERVER);
    assertThat(own.getTraceId()).isEqualTo(TRACE);
    assertThat(own.getParentSpanId()).isEqualTo(PARENT);
    assertThat(own.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(text(own, "db.system.name")).isEqualTo("postgresql");
    assertThat(text(own, "db.namespace")).isEqualTo("shop");
    assertThat(text(own, "db.operation.name")).isEqualTo("SELECT");
    assertThat(text(own, "db.query.text"))
        .isEqualTo("(SELECT * FROM t WHERE secret = $1 AND x = $2)");
    assertThat(text(own, "user.name")).isEqualTo("alice");
    assertThat(text(own, "argosy.strategy")).isEqualTo("STAGED");
    assertThat(text(own, "error.type")).isNull();
    for (String below : List.of("plan", "stage moved", "execute")) {
      assertThat(span(below).getParentSpanId()).as(below).isEqualTo(own.getSpanId());
      assertThat(span(below).getTraceId()).isEqualTo(TRACE);
    }
    SpanData stage = span("stage moved");
    assertThat(text(stage, "argosy.stage")).isEqualTo("moved");
    assertThat(stage.getEndEpochNanos() - stage.getStartEpochNanos()).isEqualTo(11);
    assertThat(span("send node1").getParentSpanId()).isEqualTo(stage.getSpanId());
    assertThat(span("load node2").getParentSpanId()).isEqualTo(stage.getSpanId());
    assertThat(span("statement node1").getParentSpanId()).isEqualTo(span("plan").getSpanId());
    assertThat(span("statement node2").getParentSpanId()).isEqualTo(span("execute").getSpanId());
    assertThat(exporter.getFinishedSpanItems()).hasSize(9);
  }

  @Test
  void aRequestTellsWhatItHasUsed() {
    StatementActivity statement = staged();
    spans(0).tell(session, statement, Optional.empty());
    SpanData request = span("send node1");
    assertThat(request.getKind()).isEqualTo(SpanKind.CLIENT);
    assertThat(text(request, "argosy.node")).isEqualTo("node1");
    assertThat(request.getAttributes().get(AttributeKey.longKey("argosy.bytes"))).isEqualTo(100);
    assertThat(request.getAttributes().get(AttributeKey.longKey("argosy.compressed_bytes")))
        .isEqualTo(40);
    assertThat(request.getAttributes().get(AttributeKey.longKey("argosy.read_bytes")))
        .isEqualTo(11);
    assertThat(request.getAttributes().get(AttributeKey.doubleKey("argosy.processor_seconds")))
        .isEqualTo(0.25);
    assertThat(request.getAttributes().get(AttributeKey.doubleKey("argosy.queue_seconds")))
        .isEqualTo(0.5);
    assertThat(request.getAttributes().get(AttributeKey.doubleKey("argosy.disk_seconds")))
        .isEqualTo(0.125);
  }

  @Test
  void whatFailedSaysWhy() {
    StatementActivity statement = session.execute("SELECT 1 / zero FROM t", comment("01"));
    request(statement, "", "node1", Kind.STATEMENT, 0, 1);
    spans(0).tell(session, statement, Optional.of("22012"));
    SpanData own = span("SELECT shop");
    assertThat(own.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(text(own, "error.type")).isEqualTo("22012");
    assertThat(text(own, "db.response.status_code")).isEqualTo("22012");
    assertThat(span("statement node1").getParentSpanId()).isEqualTo(span("plan").getSpanId());
  }

  @Test
  void clientsDecideWhetherTheirStatementsAreTraced() {
    StatementSpans none = spans(0);
    none.tell(session, session.execute("SELECT 1", ""), Optional.empty());
    none.tell(session, session.execute("SELECT 1", comment("00")), Optional.empty());
    assertThat(exporter.getFinishedSpanItems()).isEmpty();
  }

  @Test
  void clientsDecideWhetherTheirStatementsAreNotTraced() {
    StatementSpans all = spans(1);
    all.tell(session, session.execute("SELECT 1", comment("00")), Optional.empty());
    assertThat(exporter.getFinishedSpanItems()).isEmpty();
    all.tell(session, session.execute("SELECT 1", ""), Optional.empty());
    assertThat(span("SELECT shop").getParentSpanContext().isValid()).isFalse();
  }

  @Test
  void whoLooksOnIsTracedWhereTheClientAsksForIt() {
    StatementSpans all = spans(1);
    StatementActivity looking = session.execute("SELECT * FROM pg_class", "");
    session.looksOn();
    all.tell(session, looking, Optional.empty());
    assertThat(exporter.getFinishedSpanItems()).isEmpty();
    looking = session.execute("SELECT * FROM pg_class", comment("01"));
    session.looksOn();
    all.tell(session, looking, Optional.empty());
    assertThat(span("SELECT shop").getTraceId()).isEqualTo(TRACE);
  }

  @Test
  void spansOfAStatementAreBounded() {
    StatementActivity statement = session.execute("gibberish FROM t", comment("01"));
    session.plannedAs("GATHER");
    for (int i = 0; i < 5 * RequestLedger.KEPT; i++) {
      request(statement, "stage" + i, "node1", Kind.SEND, i, i + 1);
    }
    spans(1).tell(session, statement, Optional.empty());
    assertThat(exporter.getFinishedSpanItems()).hasSize(2 * RequestLedger.KEPT + 2);
    assertThat(span("shop").getAttributes().get(AttributeKey.longKey("argosy.requests")))
        .isEqualTo(5 * RequestLedger.KEPT);
  }
}
