package io.argosy.tests.links;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What this process logs until it is closed, down to what nobody wants to know. */
final class RecordedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Logger ours = (Logger) LoggerFactory.getLogger("io.argosy");
  private final Level before = ours.getLevel();
  private final List<String> lines = new CopyOnWriteArrayList<>();

  RecordedLog() {
    setContext(ours.getLoggerContext());
    start();
    ours.setLevel(Level.ALL);
    ours.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    lines.add(
        event.getFormattedMessage()
            + (event.getThrowableProxy() == null
                ? ""
                : ThrowableProxyUtil.asString(event.getThrowableProxy())));
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    ours.detachAppender(this);
    ours.setLevel(before);
  }
}
