package io.argosy.console.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The files of the page, all of them in memory: no other can be asked for. */
final class PageFiles {
  private static final String OWN = "/io/argosy/console/page/";
  private static final String LIBRARY = "/META-INF/resources/webjars/uplot/";
  private static final String LIBRARY_PROPERTIES =
      "/META-INF/maven/org.webjars.npm/uplot/pom.properties";
  private static final String HTML = "text/html; charset=utf-8";
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String STYLE = "text/css; charset=utf-8";
  private static final String IMAGE = "image/svg+xml";
  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;

  private final Map<String, Answer> files = new LinkedHashMap<>();

  PageFiles() {
    add("/", OWN + "index.html", HTML);
    add("/console.css", OWN + "console.css", STYLE);
    add("/icon.svg", OWN + "icon.svg", IMAGE);
    for (String script :
        new String[] {
          "main",
          "api",
          "dom",
          "format",
          "table",
          "chart",
          "store",
          "handover",
          "cluster",
          "machines",
          "activity",
          "statements",
          "recent",
          "statement",
          "limits",
          "uses",
          "timeline",
          "explain",
          "tables",
          "settings",
          "login"
        }) {
      add("/" + script + ".js", OWN + script + ".js", SCRIPT);
    }
    String library = LIBRARY + libraryVersion() + "/dist/";
    add("/uplot.js", library + "uPlot.iife.min.js", SCRIPT);
    add("/uplot.css", library + "uPlot.min.css", STYLE);
  }

  /** A file, or that the browser has it already. */
  Optional<Answer> find(String path, String known) {
    return Optional.ofNullable(files.get(path))
        .map(
            file ->
                file.headers().get("ETag").equals(known)
                    ? new Answer(NOT_MODIFIED, file.type(), new byte[0], file.headers())
                    : file);
  }

  private void add(String path, String resource, String type) {
    byte[] content = read(resource);
    files.put(
        path,
        new Answer(OK, type, content, Map.of("Cache-Control", "no-cache", "ETag", tag(content))));
  }

  private static String tag(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return "\"" + HexFormat.of().formatHex(digest, 0, 16) + "\"";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String libraryVersion() {
    return new String(read(LIBRARY_PROPERTIES), java.nio.charset.StandardCharsets.ISO_8859_1)
        .lines()
        .filter(line -> line.startsWith("version="))
        .map(line -> line.substring("version=".length()).strip())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(LIBRARY_PROPERTIES));
  }

  private static byte[] read(String resource) {
    try (InputStream in = PageFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no " + resource);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
