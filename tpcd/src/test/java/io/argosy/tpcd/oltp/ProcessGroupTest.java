package io.argosy.tpcd.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ProcessGroupTest {
  @Test
  void timesAreReadBehindAnyName() {
    String times = "4242 (postgres: (a) b) S 1 4242 4242 0 -1 4194560 9 8 7 6 150 50 25 75 20 0 1";
    assertThat(ProcessGroup.sum(times)).isEqualTo(3, Offset.offset(1e-9));
  }

  /** The shell waits for a child that has ended when the time is read, and is a child itself. */
  @Test
  void whatHasEndedIsCountedWhereItsParentIs() throws Exception {
    ProcessGroup here = new ProcessGroup(List.of(ProcessHandle.current().pid()));
    assumeTrue(here.isKnown(), "only Linux tells what processes use");
    String busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
    Process shell =
        new ProcessBuilder("sh", "-c", "sh -c '" + busy + "'; echo; read end; exit 0").start();
    try {
      assertThat(shell.getInputStream().read()).isEqualTo('\n');
      ProcessGroup group = new ProcessGroup(List.of(shell.pid()));
      assertThat(group.isKnown()).isTrue();
      assertThat(group.seconds()).isGreaterThan(0.03);
      assertThat(here.seconds()).isGreaterThanOrEqualTo(group.seconds());
    } finally {
      shell.getOutputStream().close();
      shell.waitFor();
    }
    assertThat(new ProcessGroup(List.of(shell.pid())).isKnown()).isFalse();
  }
}
