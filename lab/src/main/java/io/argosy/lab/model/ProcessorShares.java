package io.argosy.lab.model;

import io.argosy.lab.testbed.Machine;
import io.argosy.lab.testbed.Testbed;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Whose share of a processor the processes get whose work is measured. A process that is stopped
 * and continued all the time, as one with a fifth of a core is, needs more processor time for the
 * same work than one with a core for itself; so what a throttled machine can do is measured under
 * its throttle.
 */
public final class ProcessorShares {
  /** Every process has what the real machine has. */
  public static final ProcessorShares UNLIMITED = new ProcessorShares(Optional.empty());

  private final Optional<Testbed> testbed;

  private ProcessorShares(Optional<Testbed> testbed) {
    this.testbed = testbed;
  }

  /**
   * The machines of a testbed, each with its share.
   *
   * @param testbed with {@link ShippingBenchmark#NODES} nodes
   */
  public static ProcessorShares of(Testbed testbed) {
    return new ProcessorShares(Optional.of(testbed));
  }

  /** From now on a process has the client machine's share, together with others there. */
  void onClient(ProcessHandle process) throws IOException {
    if (testbed.isPresent()) {
      testbed.get().client().takeIn(process);
    }
  }

  /** The same for a node, by its index. */
  void onNode(int index, ProcessHandle process) throws IOException {
    if (testbed.isPresent()) {
      List<Machine> nodes = testbed.get().nodes();
      nodes.get(index).takeIn(process);
    }
  }
}
