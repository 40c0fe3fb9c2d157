package io.argosy.coordinator.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of the product, which clients see as {@code SHOW argosy.version}. */
public final class ProductVersion {
  /** That of the project, such as 0.1.0: what is still in work has the number that it will have. */
  public static final String TEXT = read().replace("-SNAPSHOT", "");

  private ProductVersion() {}

  private static String read() {
    Properties properties = new Properties();
    try (InputStream file = ProductVersion.class.getResourceAsStream("version.properties")) {
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
