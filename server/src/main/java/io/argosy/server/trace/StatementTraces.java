package io.argosy.server.trace;

import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.activity.StatementActivity;
import io.argosy.coordinator.activity.StatementObserver;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Traces of the statements of a coordinator, sent by a thread of their own. What cannot be sent
 * while a few thousand spans wait is lost: no statement waits for it. Thread-safe.
 */
public final class StatementTraces implements StatementObserver, AutoCloseable {
  /** Spans that wait to be sent, a few kilobytes each; a statement has some 400 at most. */
  private static final int LONGEST_QUEUE = 8192;

  private static final Duration LONGEST_SEND = Duration.ofSeconds(10);
  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);

  /** How long spans wait for others, to be sent with them. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** How long the last of them may take when the coordinator stops. */
  static final Duration LONGEST_CLOSE = Duration.ofSeconds(2);

  private final SdkTracerProvider provider;
  private final StatementSpans spans;
  private final LostSpans lost;
  private final QueueWarnings warnings;

  private StatementTraces(TraceOptions options, SpanExporter exporter) {
    this.lost = new LostSpans(options.endpoint());
    this.warnings = QueueWarnings.tell(lost);
    this.provider =
        SdkTracerProvider.builder()
            .setResource(
                Resource.getDefault()
                    .merge(
                        Resource.create(
                            Attributes.builder()
                                .put("service.name", options.service())
                                .put("service.instance.id", UUID.randomUUID().toString())
                                .build())))
            .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(options.sampleRatio())))
            .addSpanProcessor(
                BatchSpanProcessor.builder(new ReportedExporter(exporter, lost))
                    .setMaxQueueSize(LONGEST_QUEUE)
                    .setScheduleDelay(PAUSE)
                    .setExporterTimeout(LONGEST_SEND)
                    .build())
            .build();
    this.spans = new StatementSpans(provider.get("io.argosy"));
  }

  /**
   * Begins to send. Whether anybody listens is found out later, and told in the log.
   *
   * @throws IllegalArgumentException where the authority's certificates cannot be read
   */
  public static StatementTraces start(TraceOptions options) {
    OtlpHttpSpanExporterBuilder exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(options.endpoint().toString())
            .setTimeout(LONGEST_SEND)
            .setConnectTimeout(LONGEST_CONNECT);
    options.headers().forEach(exporter::addHeader);
    options
        .authority()
        .ifPresent(pem -> exporter.setTrustedCertificates(pem.getBytes(StandardCharsets.US_ASCII)));
    return new StatementTraces(options, exporter.build());
  }

  @Override
  public void completed(SessionActivity session, StatementActivity statement) {
    tell(session, statement, Optional.empty());
  }

  @Override
  public void failed(
      SessionActivity session, Optional<StatementActivity> statement, String sqlState) {
    statement.ifPresent(failed -> tell(session, failed, Optional.of(sqlState)));
  }

  /** Whatever comes of it, the statement has ended as it has. */
  private void tell(
      SessionActivity session, StatementActivity statement, Optional<String> sqlState) {
    try {
      spans.tell(session, statement, sqlState);
    } catch (RuntimeException | LinkageError e) {
      lost.report(1, e.toString());
    }
  }

  /** Sends what waits, if that can be done in {@link #LONGEST_CLOSE}. */
  @Override
  public void close() {
    provider.shutdown().join(LONGEST_CLOSE.toMillis(), TimeUnit.MILLISECONDS);
    warnings.close();
  }
}
