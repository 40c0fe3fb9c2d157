package io.argosy.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How fast the architectures were when they were compared, as {@code comparison.json} has it: bytes
 * per second, by the name of the architecture and by that of the work, {@link Work#RAW} for reading
 * with the largest blocks.
 */
public record MeasuredRates(Map<String, Map<String, Double>> bytesPerSecond) {
  /** Nothing was measured. */
  public static final MeasuredRates NONE = new MeasuredRates(Map.of());

  public MeasuredRates {
    bytesPerSecond = Map.copyOf(bytesPerSecond);
  }

  /** Reads the file. */
  public static MeasuredRates read(Path file) throws IOException {
    Map<String, Map<String, Double>> all = new HashMap<>();
    for (JsonNode architecture : new ObjectMapper().readTree(file.toFile()).path("architectures")) {
      Map<String, Double> rates = new HashMap<>();
      int largest = 0;
      for (JsonNode read : architecture.path("raw_reads")) {
        int block = read.path("block_bytes").asInt();
        if (block > largest) {
          largest = block;
          rates.put(Work.RAW.name(), read.path("bytes_per_second").asDouble());
        }
      }
      for (JsonNode stream : architecture.path("streams")) {
        rates.put(stream.path("query").asText(), stream.path("bytes_per_second").asDouble());
      }
      all.put(architecture.path("name").asText(), rates);
    }
    return new MeasuredRates(all);
  }

  /** What was measured for an architecture. */
  public OptionalDouble of(ModelledArchitecture architecture, Work work) {
    Double rate = bytesPerSecond.getOrDefault(architecture.toString(), Map.of()).get(work.name());
    return rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate);
  }
}
