package io.argosy.lab.architecture;

import io.argosy.lab.testbed.Machine;
import io.argosy.lab.testbed.StolenTime;
import io.argosy.lab.testbed.Testbed;
import java.io.IOException;

/**
 * What the machines have used.
 *
 * @param diskBytes read from the real disk by all machines
 * @param clientNetworkBytes received by the client machine
 * @param clientCpuSeconds processor time of the client machine's processes
 * @param nodesCpuSeconds processor time of all nodes' processes
 * @param stolen what the real machine's host has kept from it
 */
record Usage(
    long diskBytes,
    long clientNetworkBytes,
    double clientCpuSeconds,
    double nodesCpuSeconds,
    StolenTime stolen) {
  /** Since the machines were made. */
  static Usage now(Testbed testbed) throws IOException, InterruptedException {
    Machine client = testbed.client();
    long disk = client.diskBytesRead();
    double nodesCpu = 0;
    for (Machine node : testbed.nodes()) {
      disk += node.diskBytesRead();
      nodesCpu += node.cpuSeconds();
    }
    return new Usage(
        disk, client.networkBytesReceived(), client.cpuSeconds(), nodesCpu, StolenTime.now());
  }

  Usage since(Usage before) {
    return new Usage(
        diskBytes - before.diskBytes,
        clientNetworkBytes - before.clientNetworkBytes,
        clientCpuSeconds - before.clientCpuSeconds,
        nodesCpuSeconds - before.nodesCpuSeconds,
        stolen.since(before.stolen));
  }
}
