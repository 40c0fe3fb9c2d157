package io.argosy.server.metrics;

import io.argosy.node.MachineMeasure;
import io.argosy.node.sample.MachineSampler;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * What an agent's machine does. What happens in time is added up in counters, so that nothing is
 * lost between two questions: of shares the seconds. What cannot be read is NaN.
 */
public final class MachineMetrics implements MeterBinder {
  private static final String SHARE = "_share";

  private final MachineSampler sampler;

  public MachineMetrics(MachineSampler sampler) {
    this.sampler = sampler;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (MachineMeasure measure : MachineMeasure.values()) {
      if (measure.kind().isOfTime()) {
        FunctionCounter.builder(
                name(measure), sampler, samples -> samples.total(measure).orElse(Double.NaN))
            .baseUnit(unit(measure))
            .description(description(measure))
            .register(registry);
      } else {
        Gauge.builder(name(measure), sampler, samples -> samples.last(measure).orElse(Double.NaN))
            .baseUnit(unit(measure))
            .description(description(measure))
            .register(registry);
      }
    }
  }

  private static String name(MachineMeasure measure) {
    String column = measure.column();
    return "argosy.machine."
        + (column.endsWith(SHARE) ? column.substring(0, column.length() - SHARE.length()) : column);
  }

  private static String unit(MachineMeasure measure) {
    return switch (measure.kind()) {
      case SHARE -> "seconds";
      case BYTES, BYTES_RATE -> "bytes";
      case COUNT, RATE -> null;
    };
  }

  /** That of the column, without what it says of a second. */
  private static String description(MachineMeasure measure) {
    String description = measure.description();
    return description.replace(" per second", "").replace(", in bytes", "");
  }
}
