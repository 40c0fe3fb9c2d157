package io.argosy.coordinator.metadata;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The SQL texts that lie beside this package's classes. */
final class Resources {
  private Resources() {}

  static String read(String name) {
    try (InputStream stream = Resources.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("resource " + name + " is missing");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
