package io.argosy.lab.cli;

import io.argosy.lab.testbed.ArgosyOnMachines;
import io.argosy.lab.testbed.PostgresInstallation;
import io.argosy.lab.testbed.Testbed;
import io.argosy.lab.testbed.Throttles;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./argosy tpcd testbed}: a cluster of throttled machines on this one. */
@Command(
    name = "testbed",
    mixinStandardHelpOptions = true,
    description = {
      "Starts Argosy over machines that this one pretends to be: every node, and the coordinator,"
          + " has a network namespace and a control group of its own, with a fixed part of a core,"
          + " a fixed rate of disk reads and a fixed link.",
      "Prints one line with the URL when it is ready, and serves until it is interrupted. Needs"
          + " root. Everything but the data is removed when it ends; if it was killed, by the next"
          + " start."
    })
final class TestbedCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private TestbedOptions options;

  @Override
  public Integer call() throws InterruptedException {
    int nodes = options.nodes();
    Throttles throttles = options.throttles();
    return new TestbedRun(spec)
        .run(options.directory(), List.of(), testbed -> serve(testbed, nodes, throttles));
  }

  private int serve(Testbed testbed, int nodes, Throttles throttles)
      throws IOException, InterruptedException {
    testbed.build(nodes);
    ArgosyOnMachines cluster =
        ArgosyOnMachines.start(testbed, PostgresInstallation.find(testbed.directory()));
    testbed.throttle(throttles);
    PrintWriter out = spec.commandLine().getOut();
    out.println("ready " + cluster.jdbcUrl());
    out.flush();
    // A process that is told to end never comes back here.
    new CountDownLatch(1).await();
    return 0;
  }
}
