package io.argosy.lab.explanation;

import java.util.List;

/**
 * How much of a processor a query got of machines while it could run. That is less than they have:
 * the programs around the servers take a part, which is the same on faster machines.
 *
 * @param before the share on the machines that it was explained on, from 0 to 1
 * @param after the share on others
 */
record ProcessorShare(double before, double after) {
  /** Whatever else runs, a query gets so much of what a machine has. */
  private static final double LEAST = 0.1;

  /**
   * What parts of a path tell of the machines that did them.
   *
   * @param parts all of one kind of machine
   * @param from cores of these machines
   * @param to cores of the others
   */
  static ProcessorShare of(List<PathPart> parts, double from, double to) {
    double ran = 0;
    double waited = 0;
    for (PathPart part : parts) {
      ran += part.of(TimeWords.RUNNING);
      waited += part.of(TimeWords.QUEUE);
    }
    // One process runs on one processor at a time.
    double had = Math.min(1, from);
    double has = Math.min(1, to);
    double got = ran == 0 ? had : ran / (ran + waited);
    // Short ones end before their machine has used up its share.
    double after = got > had ? got * has / had : has - (had - got);
    return new ProcessorShare(got, Math.clamp(after, LEAST * has, 1));
  }

  /** By how much less is waited for a processor, as a share of what was waited. */
  double waiting() {
    double waited = 1 / before - 1;
    return waited <= 0 ? 1 : (1 / after - 1) / waited;
  }
}
