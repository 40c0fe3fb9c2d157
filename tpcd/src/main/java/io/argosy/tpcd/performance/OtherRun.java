package io.argosy.tpcd.performance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Times of another run, to show beside this one's.
 *
 * @param name its server
 * @param seconds by test and label, a query's number or {@code UF1} and {@code UF2}: the mean where
 *     there are several streams
 */
public record OtherRun(String name, Map<TestKind, Map<String, Double>> seconds) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads the {@code report.json} of a run.
   *
   * @param plan a test that the run's must be comparable with
   * @throws IllegalArgumentException when it is no such file, or of another scale or set of queries
   */
  public static OtherRun read(Path file, TestPlan plan) throws IOException {
    JsonNode root = JSON.readTree(file.toFile());
    Map<TestKind, Map<String, Double>> seconds = new EnumMap<>(TestKind.class);
    String name = "";
    for (TestKind kind : TestKind.values()) {
      JsonNode test = root.path("tests").path(kind.toString());
      if (!test.isMissingNode()) {
        if (test.path("scale").doubleValue() != plan.scale()
            || !test.path("set").asText().equals(plan.set().toString())) {
          throw new IllegalArgumentException(
              "%s is of %s at scale %s, this test of %s at scale %s"
                  .formatted(
                      file,
                      test.path("set").asText(),
                      test.path("scale").asText(),
                      plan.set(),
                      plan.scale()));
        }
        name = test.path("server").asText();
        seconds.put(kind, means(test.path("steps")));
      }
    }
    if (seconds.isEmpty()) {
      throw new IllegalArgumentException(file + " is not the report.json of another run");
    }
    return new OtherRun(name, seconds);
  }

  private static Map<String, Double> means(JsonNode steps) {
    Map<String, double[]> sums = new HashMap<>();
    for (JsonNode step : steps) {
      if (step.path("seconds").isNumber()) {
        double[] sum = sums.computeIfAbsent(step.path("label").asText(), label -> new double[2]);
        sum[0] += step.path("seconds").doubleValue();
        sum[1]++;
      }
    }
    Map<String, Double> means = new HashMap<>();
    sums.forEach((label, sum) -> means.put(label, sum[0] / sum[1]));
    return means;
  }

  OptionalDouble seconds(TestKind kind, String label) {
    Double found = seconds.getOrDefault(kind, Map.of()).get(label);
    return found == null ? OptionalDouble.empty() : OptionalDouble.of(found);
  }
}
