package io.argosy.server.cli;

import io.argosy.server.config.ConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sun.misc.Signal;

/** SIGHUP: a process that serves reads its file again, and has of it what can change meanwhile. */
final class Hangup {
  private static final Logger LOG = LoggerFactory.getLogger(Hangup.class);

  private Hangup() {}

  /**
   * Reloads with every SIGHUP from now on.
   *
   * @param reload reads the file and changes what has changed; where the file is wrong, nothing.
   *     Called by a thread of the JVM's, one call at a time
   */
  static void reloads(Runnable reload) {
    Signal.handle(
        new Signal("HUP"),
        signal -> {
          try {
            reload.run();
            LOG.info("the configuration was read again");
          } catch (ConfigurationException e) {
            LOG.error("the configuration stays as it was: {}", e.getMessage());
          }
        });
  }
}
