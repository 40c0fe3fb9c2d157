package io.argosy.tpcd.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How fast the architectures' storage was when they were compared: the raw reads of a {@code
 * comparison.json}, in bytes per second by the name of the architecture.
 *
 * @param bytesPerSecond those with the largest blocks
 */
public record MeasuredReads(Map<String, Double> bytesPerSecond) {
  /** Nothing was measured. */
  public static final MeasuredReads NONE = new MeasuredReads(Map.of());

  public MeasuredReads {
    bytesPerSecond = Map.copyOf(bytesPerSecond);
  }

  /** Reads the file. */
  public static MeasuredReads read(Path file) throws IOException {
    Map<String, Double> rates = new HashMap<>();
    for (JsonNode architecture : new ObjectMapper().readTree(file.toFile()).path("architectures")) {
      int largest = 0;
      for (JsonNode read : architecture.path("raw_reads")) {
        int block = read.path("block_bytes").asInt();
        if (block > largest) {
          largest = block;
          rates.put(architecture.path("name").asText(), read.path("bytes_per_second").asDouble());
        }
      }
    }
    return new MeasuredReads(rates);
  }

  /** What was measured for an architecture. */
  public OptionalDouble of(ModelledArchitecture architecture) {
    Double rate = bytesPerSecond.get(architecture.toString());
    return rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate);
  }
}
