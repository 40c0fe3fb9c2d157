package io.argosy.server.config;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** How much is logged, as {@code log_level} says. */
public enum LogLevel {
  /** As the environment variable ARGOSY_LOG says, and INFO where it says nothing. */
  ENVIRONMENT(null),
  ERROR(Level.ERROR),
  WARN(Level.WARN),
  INFO(Level.INFO),
  DEBUG(Level.DEBUG),
  TRACE(Level.TRACE);

  private static final Logger ARGOSY = (Logger) LoggerFactory.getLogger("io.argosy");
  private static final Level AT_START = ARGOSY.getLevel();

  private final Level level;

  LogLevel(Level level) {
    this.level = level;
  }

  static LogLevel read(Section root) {
    return root.choice("log_level", ENVIRONMENT);
  }

  /** From now on so much is logged. */
  void apply() {
    ARGOSY.setLevel(level == null ? AT_START : level);
  }
}
