package io.argosy.server.config;

import java.nio.file.Path;

/**
 * A mistake in a configuration file. The message names the file, the place in the document, and
 * what to write there; it never repeats a value that could be a secret.
 */
public final class ConfigurationException extends RuntimeException {
  ConfigurationException(Path file, String place, String problem) {
    super(file + ": " + (place.isEmpty() ? "" : place + ": ") + problem);
  }

  ConfigurationException(Path file, String place, String problem, Throwable cause) {
    this(file, place, problem);
    initCause(cause);
  }
}
