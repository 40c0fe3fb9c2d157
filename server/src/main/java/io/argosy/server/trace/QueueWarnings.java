package io.argosy.server.trace;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Takes what the library says in a log of its own, where it says the same again and again. Of that,
 * what its queue has had no room for is told nowhere else. Thread-safe.
 */
final class QueueWarnings extends Handler {
  /** All of the library's; kept here, or its level would be lost. */
  private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

  private static final Logger QUEUE =
      Logger.getLogger("io.opentelemetry.sdk.trace.export.BatchSpanProcessor");

  static {
    LIBRARY.setLevel(Level.OFF);
    QUEUE.setLevel(Level.WARNING);
    QUEUE.setUseParentHandlers(false);
  }

  private final LostSpans lost;

  private QueueWarnings(LostSpans lost) {
    this.lost = lost;
  }

  /** From now on they are told, until this is closed. */
  static QueueWarnings tell(LostSpans lost) {
    QueueWarnings warnings = new QueueWarnings(lost);
    QUEUE.addHandler(warnings);
    return warnings;
  }

  @Override
  public void publish(LogRecord warning) {
    lost.report(0, warning.getMessage());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    QUEUE.removeHandler(this);
  }
}
