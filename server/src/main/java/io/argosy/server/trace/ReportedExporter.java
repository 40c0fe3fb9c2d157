package io.argosy.server.trace;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.logging.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends spans, and says in the log now and then that they do not arrive. Thread-safe. */
final class ReportedExporter implements SpanExporter {
  private static final Logger LOG = LoggerFactory.getLogger(ReportedExporter.class);

  /** Says the same for each time, in a log of its own; kept here, or its level would be lost. */
  private static final java.util.logging.Logger LIBRARY =
      java.util.logging.Logger.getLogger("io.opentelemetry");

  static {
    LIBRARY.setLevel(Level.OFF);
  }

  /** Between two lines in the log. */
  static final Duration PAUSE = Duration.ofMinutes(10);

  private final SpanExporter exporter;
  private final URI endpoint;
  private long lost;
  private boolean told;
  private long toldAt;

  /**
   * @param endpoint what is named in the log
   */
  ReportedExporter(SpanExporter exporter, URI endpoint) {
    this.exporter = exporter;
    this.endpoint = endpoint;
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    int count = spans.size();
    CompletableResultCode sent = exporter.export(spans);
    return sent.whenComplete(
        () -> {
          if (!sent.isSuccess()) {
            failed(count, sent.getFailureThrowable());
          }
        });
  }

  private synchronized void failed(int count, Throwable failure) {
    lost += count;
    long now = System.nanoTime();
    if (told && now - toldAt < PAUSE.toNanos()) {
      return;
    }
    told = true;
    toldAt = now;
    LOG.warn(
        "traces cannot be sent to {}: {} spans are lost so far ({})",
        endpoint,
        lost,
        failure == null ? "it does not say why" : innermost(failure).toString());
  }

  /** What those around it say of it is its class. */
  private static Throwable innermost(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null && innermost.getCause() != innermost) {
      innermost = innermost.getCause();
    }
    return innermost;
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }
}
