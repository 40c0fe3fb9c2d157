package io.argosy.node;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Samples of a node's machine, and what the clock says that their times are by.
 *
 * @param samples the oldest first
 * @param ahead by how much that clock is ahead of the one of who has asked; below zero if it is
 *     behind
 */
public record MachineSamples(List<MachineSample> samples, Duration ahead) {
  /** Samples in one answer at most. */
  public static final int MOST = 1000;

  public MachineSamples {
    samples = List.copyOf(samples);
  }

  /**
   * As they were answered. The answer is taken to have been given half way between question and
   * arrival, so its times are wrong by half of that time at most.
   *
   * @param now the time of the answer, by the clock of who has sampled
   * @param asked the time of the question, by the clock of who has asked
   * @param answered the time at which the answer was there, by the same
   */
  public static MachineSamples answered(
      List<MachineSample> samples, Instant now, Instant asked, Instant answered) {
    Instant middle = asked.plus(Duration.between(asked, answered).dividedBy(2));
    return new MachineSamples(samples, Duration.between(middle, now));
  }

  /** When a sample ended, by the clock of who has asked. */
  public Instant endOf(MachineSample sample) {
    return sample.at().minus(ahead);
  }
}
