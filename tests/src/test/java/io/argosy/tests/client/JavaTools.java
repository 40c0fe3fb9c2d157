package io.argosy.tests.client;

import java.nio.file.Path;
import java.util.List;

/** Commands that fetch, compile and run programs of Java. */
public final class JavaTools {
  private JavaTools() {}

  /** Fetches the libraries that a folder's {@code pom.xml} names to where that says. */
  public static List<String> fetching(Path folder) {
    return List.of(
        "mvn",
        "--batch-mode",
        "--quiet",
        "--file",
        folder.resolve("pom.xml").toString(),
        "dependency:copy-dependencies");
  }

  /** A program of the JDK that runs this test. */
  public static String jdk(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }
}
