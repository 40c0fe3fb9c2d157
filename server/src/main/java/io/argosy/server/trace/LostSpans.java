package io.argosy.server.trace;

import java.net.URI;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log now and then that spans are lost, and why. Thread-safe. */
final class LostSpans {
  private static final Logger LOG = LoggerFactory.getLogger(LostSpans.class);

  /** Between two lines in the log. */
  private static final Duration PAUSE = Duration.ofMinutes(10);

  private final String receiver;
  private long lost;
  private boolean told;
  private long toldAt;

  /**
   * @param endpoint what is named in the log, without its query, which may be a secret
   */
  LostSpans(URI endpoint) {
    String all = endpoint.toString();
    int query = all.indexOf('?');
    this.receiver = query < 0 ? all : all.substring(0, query);
  }

  /**
   * Some are lost.
   *
   * @param count how many, as far as is known
   */
  synchronized void report(long count, String why) {
    lost += count;
    long now = System.nanoTime();
    if (told && now - toldAt < PAUSE.toNanos()) {
      return;
    }
    told = true;
    toldAt = now;
    LOG.warn("traces cannot all be sent to {}: {} spans are lost so far ({})", receiver, lost, why);
  }
}
