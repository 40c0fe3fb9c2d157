package io.argosy.lab.explanation;

import java.util.Map;

/**
 * How long a query takes on other machines, as far as what it used tells.
 *
 * @param milliseconds what is expected
 * @param least if all whose kind is not known becomes less with more machines or faster ones, and a
 *     tenth less for what runs differ by
 * @param most if none of it does, and a tenth more
 */
public record Forecast(double milliseconds, double least, double most) {
  /** By which share two runs of the same on the same machines differ easily. */
  private static final double BETWEEN_RUNS = 0.1;

  private static final double MILLISECONDS = 1000;

  /**
   * From the path of a query on some machines to others.
   *
   * @param fixed which shares of the steps are the same on any number of nodes
   * @param sameWork how much processor time the other nodes need for the same work, as a multiple
   */
  static Forecast of(
      QueryPath path, Map<String, Double> fixed, Hardware from, Hardware to, double sameWork) {
    double expected = 0;
    double least = 0;
    double most = 0;
    ProcessorShare ofNodes =
        ProcessorShare.of(path.partsOf(true), from.cores().node(), to.cores().node(), sameWork);
    ProcessorShare ofCoordinator =
        ProcessorShare.of(
            path.partsOf(false), from.cores().coordinator(), to.cores().coordinator(), 1);
    for (PathPart part : path.parts()) {
      boolean divided = part.extent() == PathPart.Extent.ALL_NODES;
      double perNode = divided ? (double) from.nodes() / to.nodes() : 1;
      double share = fixed.getOrDefault(part.step(), 0.0);
      double work = share + (1 - share) * perNode;
      ProcessorShare processor = part.isOfNodes() ? ofNodes : ofCoordinator;
      double waits = processor.waiting();
      double peers = part.of(TimeWords.PEERS);
      double rest = rest(part);
      expected += known(part, work, processor, from, to) + peers * work + rest * waits;
      least += known(part, Math.min(work, perNode), processor, from, to);
      least += (peers + rest) * Math.min(1, perNode * waits);
      boolean isKnown = !divided || fixed.containsKey(part.step());
      most += known(part, isKnown ? work : (1 + work) / 2, processor, from, to) + peers + rest;
    }
    return new Forecast(
        expected,
        (1 - BETWEEN_RUNS) * Math.min(least, expected),
        (1 + BETWEEN_RUNS) * Math.max(most, expected));
  }

  /** What goes to processors and disks. */
  private static double known(
      PathPart part, double work, ProcessorShare processor, Hardware from, Hardware to) {
    double running = part.of(TimeWords.RUNNING) * work * processor.running();
    double queue = part.of(TimeWords.QUEUE) * work * processor.waiting();
    return running + queue + disk(part, work, processor.waiting(), from, to);
  }

  /**
   * What is waited for a disk: the time that it takes for the bytes, without that in which the
   * query did something else meanwhile.
   */
  private static double disk(PathPart part, double work, double waits, Hardware from, Hardware to) {
    double seen = part.of(TimeWords.DISK);
    if (from.disk().isEmpty() || to.disk().isEmpty()) {
      return seen * work;
    }
    double bytesPerSecond = from.disk().get().bytesPerSecond();
    double whole = Math.max(seen, MILLISECONDS * part.diskBytes() / bytesPerSecond);
    // Nothing is done beside it for longer than there is something else to do.
    double beside = Math.min(whole, part.all()) - seen;
    double faster = bytesPerSecond / to.disk().get().bytesPerSecond();
    double processors = part.of(TimeWords.RUNNING) == 0 ? 1 : waits;
    return Math.max(0, (seen + beside) * faster - beside * Math.min(1, processors)) * work;
  }

  /**
   * Everything else. On a machine that has used up its share of a processor it is, for the most
   * part, what the programs around the servers wait until they may run again.
   */
  private static double rest(PathPart part) {
    return part.all()
        - part.of(TimeWords.RUNNING)
        - part.of(TimeWords.QUEUE, TimeWords.DISK, TimeWords.PEERS);
  }

  /** By how much a measured time is more than what was expected, as a share of the measured. */
  public double error(double measured) {
    return (milliseconds - measured) / measured;
  }
}
