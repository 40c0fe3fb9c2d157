package io.argosy.tests.drivers.suites;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What {@code go test -json} writes of the tests that it runs. */
final class GoEvents {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Names of tests with temporary directories in them are others each time. */
  private static final Pattern TEMPORARY = Pattern.compile("/[^' ]*/(Test\\w*?)[0-9]{5,}/[0-9]+");

  /** What says no more than that a test began or ended. */
  private static final Pattern PROGRESS = Pattern.compile("(?m)^\\s*(===|---) .*\\R?");

  private GoEvents() {}

  /** The results by the names of package and test. A test that did not end has failed. */
  static SuiteResult read(String output) {
    Map<String, StringBuilder> said = new HashMap<>();
    Map<String, TestResult> results = new HashMap<>();
    output
        .lines()
        .filter(line -> line.startsWith("{"))
        .map(GoEvents::parse)
        .filter(event -> event.has("Test"))
        .forEach(
            event -> {
              String test = name(event);
              StringBuilder text = said.computeIfAbsent(test, added -> new StringBuilder());
              switch (event.path("Action").asText()) {
                case "run" ->
                    results.put(test, new TestResult(Ending.FAILED, "the test did not end"));
                case "output" -> text.append(event.path("Output").asText());
                case "pass" -> results.put(test, TestResult.PASSED);
                case "fail" -> results.put(test, new TestResult(Ending.FAILED, message(text)));
                case "skip" -> results.put(test, new TestResult(Ending.SKIPPED, message(text)));
                default -> {}
              }
            });
    return new SuiteResult(results);
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not an event: " + line, e);
    }
  }

  private static String name(JsonNode event) {
    String path = event.path("Package").asText();
    String folder = path.substring(path.lastIndexOf('/') + 1);
    return folder + " " + TEMPORARY.matcher(event.path("Test").asText()).replaceAll("$1");
  }

  private static String message(StringBuilder text) {
    return PROGRESS.matcher(text).replaceAll("").strip();
  }
}
