package io.argosy.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.server.cli.Main;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LabCommandsTest {
  @Test
  void theBenchmarkAndTheExperimentsAreCommands() {
    CommandLine argosy = Main.commandLine();
    assertThat(argosy.getSubcommands()).containsKeys("local", "tpcd", "demo");
    assertThat(argosy.getSubcommands().get("tpcd").getSubcommands().keySet())
        .containsExactly(
            "load",
            "update",
            "run",
            "explain",
            "bench",
            "power",
            "throughput",
            "bundling",
            "transfer",
            "oltp",
            "copy",
            "testbed",
            "compare",
            "scaleout",
            "grow",
            "model",
            "predict");
  }
}
