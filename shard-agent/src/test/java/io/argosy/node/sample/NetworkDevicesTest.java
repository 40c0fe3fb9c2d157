package io.argosy.node.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class NetworkDevicesTest {
  private static final String HEAD =
      """
      Inter-|   Receive                                                |  Transmit
       face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
      """;

  @Test
  void loopbackIsApartAndWhatGoesThroughADeviceIsCountedOnce() {
    assertThat(
            NetworkDevices.parse(
                HEAD
                    + """
                             lo:    3193      29    0    0    0     0          0         0     3193      29    0    0    0     0       0          0
                           ifb0:       1       1    0    0    0     0          0         0        1       1    0    0    0     0       0          0
                           eth0: 402056410    9826    0    0    0     0          0         0   975784    7342    0    0    0     0       0          0
                         ens5f1:      10       2    0    0    0     0          0         0       20       3    0    0    0     0       0          0
                       eth0.100:      10       2    0    0    0     0          0         0       20       3    0    0    0     0       0          0
                        docker0:      10       2    0    0    0     0          0         0       20       3    0    0    0     0       0          0
                    veth0a1b2c3:      10       2    0    0    0     0          0         0       20       3    0    0    0     0       0          0
                          bond0:      10       2    0    0    0     0          0         0       20       3    0    0    0     0       0          0
                    """))
        .containsOnly(
            entry(Counter.LOOPBACK_BYTES, 3193L),
            entry(Counter.LOOPBACK_PACKETS, 29L),
            entry(Counter.NETWORK_IN_BYTES, 402056420L),
            entry(Counter.NETWORK_IN_PACKETS, 9828L),
            entry(Counter.NETWORK_OUT_BYTES, 975804L),
            entry(Counter.NETWORK_OUT_PACKETS, 7345L));
  }

  /** Linux 2.6 has no space behind the colon if the number is long. */
  @Test
  void aNumberMayFollowTheColonAtOnce() {
    assertThat(
            NetworkDevices.parse(
                HEAD + "  eth0:4020564100 9826 0 0 0 0 0 0 975784 7342 0 0 0 0 0 0\n"))
        .containsEntry(Counter.NETWORK_IN_BYTES, 4020564100L)
        .containsEntry(Counter.NETWORK_OUT_BYTES, 975784L);
  }

  @Test
  void whatIsCutOrOddSaysNothing() {
    assertThat(NetworkDevices.parse("")).isEmpty();
    assertThat(NetworkDevices.parse(HEAD)).isEmpty();
    assertThat(NetworkDevices.parse(HEAD + "  eth0: x y\n  eth1")).isEmpty();
    assertThat(NetworkDevices.parse(HEAD + "  eth0: 1 2 0 0 0 0 0 0 975784 73")).isEmpty();
  }
}
