package io.argosy.console.session;

import java.time.Duration;
import java.util.Optional;

/** What the console itself refuses. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;
  private final transient Optional<Duration> retryAfter;

  /**
   * @param status of HTTP
   */
  public RefusedException(int status, String message) {
    super(message);
    this.status = status;
    this.retryAfter = Optional.empty();
  }

  /** The same for what is possible later. */
  RefusedException(int status, String message, Duration retryAfter) {
    super(message);
    this.status = status;
    this.retryAfter = Optional.of(retryAfter);
  }

  /** The status of HTTP. */
  public int status() {
    return status;
  }

  /** When it may be tried again. */
  public Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
