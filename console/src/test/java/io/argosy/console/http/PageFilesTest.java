package io.argosy.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PageFilesTest {
  private static final Path PAGE = Path.of("src/main/resources/io/argosy/console/page");
  private static final Pattern REFERENCE =
      Pattern.compile("(?:from '\\./|src=\"|src: '|href=\"|rel=\"icon\" href=\")([\\w.]+)['\"]");

  /** What makes markup or a program of a text. */
  private static final Pattern MARKUP =
      Pattern.compile(
          "innerHTML|outerHTML|insertAdjacent|document\\.write|eval\\(|new Function|DOMParser"
              + "|createContextualFragment|srcdoc|javascript:");

  /** What the policy of the page would not let through. */
  private static final Pattern INLINE =
      Pattern.compile("<script>|<style|\\son\\w+=|\\sstyle=|(?<![-\\w])style: ");

  private final PageFiles files = new PageFiles();

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> found = Files.list(PAGE)) {
      return found.toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyFileIsServed(Path page) throws IOException {
    String name = page.getFileName().toString();
    Answer served = files.find(name.equals("index.html") ? "/" : "/" + name, null).orElseThrow();
    assertThat(served.body()).isEqualTo(Files.readAllBytes(page));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void whatAFileNeedsIsThere(Path page) throws IOException {
    List<String> missing = new ArrayList<>();
    Matcher reference = REFERENCE.matcher(Files.readString(page));
    while (reference.find()) {
      if (files.find("/" + reference.group(1), null).isEmpty()) {
        missing.add(reference.group(1));
      }
    }
    assertThat(missing).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void noTextBecomesMarkup(Path page) throws IOException {
    assertThat(Files.readString(page)).doesNotContainPattern(MARKUP).doesNotContainPattern(INLINE);
  }

  @Test
  void aBrowserIsSentAFileOnce() {
    Answer served = files.find("/uplot.js", null).orElseThrow();
    assertThat(new String(served.body(), StandardCharsets.UTF_8)).contains("uPlot");
    Optional<Answer> again = files.find("/uplot.js", served.headers().get("ETag"));
    assertThat(again).map(Answer::status).contains(304);
    assertThat(files.find("/nothing", null)).isEmpty();
  }
}
