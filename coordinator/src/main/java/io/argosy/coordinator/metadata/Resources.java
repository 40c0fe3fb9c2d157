package io.argosy.coordinator.metadata;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The SQL texts that lie beside classes. */
public final class Resources {
  private Resources() {}

  static String read(String name) {
    return read(Resources.class, name);
  }

  /**
   * One that lies beside a class.
   *
   * @throws IllegalStateException when there is none of that name
   */
  public static String read(Class<?> beside, String name) {
    try (InputStream stream = beside.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("resource " + name + " is missing");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
