package io.argosy.node;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a node's machine did for about a second.
 *
 * @param at when it ended, by the clock of whoever has sampled
 * @param length how long it lasted; longer than a second where the sampling process was stopped
 * @param values what could be read; what could not is missing
 */
public record MachineSample(Instant at, Duration length, Map<MachineMeasure, Double> values) {
  public MachineSample {
    EnumMap<MachineMeasure, Double> copy = new EnumMap<>(MachineMeasure.class);
    copy.putAll(values);
    values = Collections.unmodifiableMap(copy);
  }

  /** The length in seconds. */
  public double seconds() {
    return length.toNanos() / 1e9;
  }
}
