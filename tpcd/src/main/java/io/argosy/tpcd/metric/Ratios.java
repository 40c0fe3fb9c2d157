package io.argosy.tpcd.metric;

import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** Quotients of measurements, of which some may not be known, and their mean. */
public final class Ratios {
  private Ratios() {}

  /** One measurement by another; nothing where one of them is not known. */
  public static OptionalDouble quotient(OptionalDouble dividend, OptionalDouble divisor) {
    return dividend.isPresent() && divisor.isPresent()
        ? OptionalDouble.of(dividend.getAsDouble() / divisor.getAsDouble())
        : OptionalDouble.empty();
  }

  /** The geometric mean of positive numbers; nothing if there is none. */
  public static OptionalDouble geometricMean(DoubleStream ratios) {
    OptionalDouble meanOfLogarithms = ratios.map(Math::log).average();
    return meanOfLogarithms.isPresent()
        ? OptionalDouble.of(Math.exp(meanOfLogarithms.getAsDouble()))
        : OptionalDouble.empty();
  }
}
