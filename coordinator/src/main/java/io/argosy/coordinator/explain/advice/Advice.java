package io.argosy.coordinator.explain.advice;

import java.util.OptionalDouble;

/**
 * Something that would make a statement faster.
 *
 * @param what what to do
 * @param evidence what speaks for it
 * @param gain which share of the statement's time it may save, from 0 to 1; empty where that cannot
 *     be told before
 */
public record Advice(String what, String evidence, OptionalDouble gain) {
  static Advice of(String what, String evidence, double gain) {
    return new Advice(what, evidence, OptionalDouble.of(Math.clamp(gain, 0, 1)));
  }

  static Advice ofUnknownGain(String what, String evidence) {
    return new Advice(what, evidence, OptionalDouble.empty());
  }
}
