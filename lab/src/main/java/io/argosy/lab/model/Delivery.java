package io.argosy.lab.model;

/**
 * What brings the result of a query from databases of their own to the client, where that is
 * needed: a node's database puts the rows out, its agent compresses and sends them, the coordinator
 * receives and merges them. Speeds are bytes of the result per second that a whole processor does.
 *
 * @param compressionFactor bytes read for each byte of the result, as Rauch and Stricker define it
 *     (table 2), the result being the rows as the databases send them; infinite where next to
 *     nothing is left
 * @param output the database puts them out
 * @param agent the agent takes, compresses and sends them
 * @param coordinator the coordinator receives, expands and merges them
 */
public record Delivery(double compressionFactor, double output, double agent, double coordinator) {
  /** Next to nothing is left that could be delivered. */
  public static final Delivery NOTHING =
      new Delivery(
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY);

  public Delivery {
    if (!(compressionFactor >= 1) || !(output > 0) || !(agent > 0) || !(coordinator > 0)) {
      throw new IllegalArgumentException(
          "compression factor %s, output %s, agent %s, coordinator %s"
              .formatted(compressionFactor, output, agent, coordinator));
    }
  }

  /** Bytes of the result for each byte that is read. */
  double result() {
    return 1 / compressionFactor;
  }

  /** The same on faster processors. */
  Delivery scaled(double processorFactor) {
    return new Delivery(
        compressionFactor,
        output * processorFactor,
        agent * processorFactor,
        coordinator * processorFactor);
  }
}
