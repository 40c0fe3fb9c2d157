package io.argosy.lab.explanation;

import java.util.List;

/**
 * What a query gets of machines' processors while it can run. That is less than they have: the
 * programs around the servers take a part, which is the same on faster machines.
 *
 * @param running what its processes take on a processor on other machines, as a multiple of what
 *     they took
 * @param waiting the same of what they wait for one
 */
record ProcessorShare(double running, double waiting) {
  /** Whatever else runs, a query gets so much of what a machine has. */
  private static final double LEAST = 0.1;

  /**
   * What parts of a path tell of the machines that did them.
   *
   * @param parts all of one kind of machine
   * @param from cores of these machines
   * @param to cores of the others
   * @param work how much processor time the others need for the same work, as a multiple of what
   *     these did
   */
  static ProcessorShare of(List<PathPart> parts, double from, double to, double work) {
    double ran = 0;
    double waited = 0;
    double all = 0;
    for (PathPart part : parts) {
      ran += part.of(TimeWords.RUNNING);
      waited += part.of(TimeWords.QUEUE);
      all += Math.max(part.processor(), part.of(TimeWords.RUNNING));
    }
    // One process runs on one processor at a time.
    double processes = ran == 0 ? 1 : Math.max(1, all / ran);
    double had = Math.min(processes, from);
    double has = Math.min(processes, to);
    if (waited == 0 || ran == 0) {
      return new ProcessorShare(work, waited == 0 ? 1 : had / has);
    }
    double got = all / (ran + waited);
    // Short ones end before their machine has used up its share.
    double after = got > had ? got * has / had : has - (had - got);
    double takes = work * all / Math.max(LEAST * has, after);
    return new ProcessorShare(work, Math.max(0, (takes - work * ran) / waited));
  }
}
