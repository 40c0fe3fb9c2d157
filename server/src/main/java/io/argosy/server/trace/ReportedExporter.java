package io.argosy.server.trace;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;

/** Sends spans, and reports those that do not arrive. Thread-safe. */
final class ReportedExporter implements SpanExporter {
  private final SpanExporter exporter;
  private final LostSpans lost;

  ReportedExporter(SpanExporter exporter, LostSpans lost) {
    this.exporter = exporter;
    this.lost = lost;
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    int count = spans.size();
    CompletableResultCode sent;
    try {
      sent = exporter.export(spans);
    } catch (RuntimeException e) {
      sent = CompletableResultCode.ofExceptionalFailure(e);
    }
    CompletableResultCode told = sent;
    return sent.whenComplete(
        () -> {
          if (!told.isSuccess()) {
            lost.report(count, reason(told.getFailureThrowable()));
          }
        });
  }

  /** What those around the innermost say of it is its class. */
  private static String reason(Throwable failure) {
    if (failure == null) {
      return "it does not say why";
    }
    Throwable innermost = failure;
    while (innermost.getCause() != null && innermost.getCause() != innermost) {
      innermost = innermost.getCause();
    }
    return innermost.toString();
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
