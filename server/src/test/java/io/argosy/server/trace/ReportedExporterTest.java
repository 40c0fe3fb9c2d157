package io.argosy.server.trace;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ReportedExporterTest {
  /** Sends nothing. */
  private static final class Broken implements SpanExporter {
    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      return CompletableResultCode.ofExceptionalFailure(new IllegalStateException("no way"));
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  @Test
  void theLogIsToldOnce() {
    Logger logger = (Logger) LoggerFactory.getLogger(ReportedExporter.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    Level before = logger.getLevel();
    lines.start();
    logger.setLevel(Level.WARN);
    logger.addAppender(lines);
    try {
      ReportedExporter exporter =
          new ReportedExporter(new Broken(), URI.create("http://collector/v1/traces"));
      for (int i = 0; i < 1000; i++) {
        assertThat(exporter.export(List.of()).isSuccess()).isFalse();
      }
    } finally {
      logger.detachAppender(lines);
      logger.setLevel(before);
    }
    assertThat(lines.list)
        .singleElement()
        .extracting(ILoggingEvent::getFormattedMessage)
        .asString()
        .contains("http://collector/v1/traces", "no way");
  }
}
