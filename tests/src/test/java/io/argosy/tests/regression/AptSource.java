package io.argosy.tests.regression;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An archive of packages that this machine uses.
 *
 * @param uri its address
 * @param suite the first of it that the machine uses
 */
record AptSource(String uri, String suite) {
  private static final Path DIRECTORY = Path.of("/etc/apt");
  private static final Pattern LINE =
      Pattern.compile("(?m)^deb\\s+(?:\\[[^]]*]\\s+)?(\\S+)\\s+(\\S+)\\s+.*\\bmain\\b");
  private static final Pattern URI = Pattern.compile("(?m)^URIs:\\s*(\\S+)");
  private static final Pattern SUITE = Pattern.compile("(?m)^Suites:\\s*(\\S+)");
  private static final Pattern MAIN = Pattern.compile("(?m)^Components:.*\\bmain\\b");

  /** The archives of the distribution itself, in the order of the machine's lists. */
  static List<AptSource> ofThisMachine() throws IOException {
    List<AptSource> sources = new ArrayList<>();
    if (Files.exists(DIRECTORY.resolve("sources.list"))) {
      readLines(DIRECTORY.resolve("sources.list"), sources);
    }
    if (Files.exists(DIRECTORY.resolve("sources.list.d"))) {
      try (Stream<Path> files = Files.list(DIRECTORY.resolve("sources.list.d"))) {
        for (Path file : files.sorted().toList()) {
          if (file.toString().endsWith(".list")) {
            readLines(file, sources);
          } else if (file.toString().endsWith(".sources")) {
            readStanzas(file, sources);
          }
        }
      }
    }
    return sources.stream().filter(source -> !source.suite().contains("security")).toList();
  }

  private static void readLines(Path file, List<AptSource> sources) throws IOException {
    Matcher line = LINE.matcher(Files.readString(file));
    while (line.find()) {
      sources.add(new AptSource(line.group(1), line.group(2)));
    }
  }

  private static void readStanzas(Path file, List<AptSource> sources) throws IOException {
    for (String stanza : Files.readString(file).split("\n\\s*\n")) {
      Matcher uri = URI.matcher(stanza);
      Matcher suite = SUITE.matcher(stanza);
      if (uri.find() && suite.find() && MAIN.matcher(stanza).find()) {
        sources.add(new AptSource(uri.group(1), suite.group(1)));
      }
    }
  }
}
