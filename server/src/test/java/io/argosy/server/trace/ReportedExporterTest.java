package io.argosy.server.trace;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
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

  private interface Step {
    void run(LostSpans lost);
  }

  /** What the log is told. */
  private static List<String> told(Step step) {
    Logger logger = (Logger) LoggerFactory.getLogger(LostSpans.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    Level before = logger.getLevel();
    lines.start();
    logger.setLevel(Level.WARN);
    logger.addAppender(lines);
    try {
      step.run(new LostSpans(URI.create("http://collector/v1/traces?key=secret")));
    } finally {
      logger.detachAppender(lines);
      logger.setLevel(before);
    }
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void theLogIsToldOnce() {
    List<String> lines =
        told(
            lost -> {
              ReportedExporter exporter = new ReportedExporter(new Broken(), lost);
              for (int i = 0; i < 1000; i++) {
                assertThat(exporter.export(List.of()).isSuccess()).isFalse();
              }
            });
    assertThat(lines).singleElement().asString().contains("http://collector/v1/traces", "no way");
    assertThat(lines.getFirst()).doesNotContain("secret");
  }

  /** The library says that in a log of its own only, which is off but for this. */
  @Test
  void whatTheQueueHasNoRoomForIsTold() {
    java.util.logging.Logger library =
        java.util.logging.Logger.getLogger(BatchSpanProcessor.class.getName());
    List<String> lines =
        told(
            lost -> {
              QueueWarnings warnings = QueueWarnings.tell(lost);
              library.warning("the queue is full");
              library.warning("the queue is full");
              warnings.close();
              library.warning("somebody else's");
            });
    assertThat(lines).singleElement().asString().contains("the queue is full");
  }
}
