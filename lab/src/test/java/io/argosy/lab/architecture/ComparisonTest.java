package io.argosy.lab.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.lab.testbed.DataRate;
import io.argosy.lab.testbed.LoadedTestbeds;
import io.argosy.lab.testbed.Program;
import io.argosy.lab.testbed.Testbed;
import io.argosy.lab.testbed.TestbedHere;
import io.argosy.lab.testbed.Throttles;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Every architecture whose programs are installed, on real machines of a testbed. */
@Tag("long")
@Isolated("what it measures needs the whole machine")
class ComparisonTest {
  private static final int NODES = 2;

  @TempDir private Path report;

  private static List<Architecture> possibleHere() throws IOException {
    List<Architecture> architectures = new ArrayList<>();
    for (Architecture architecture : Architectures.all()) {
      if (Testbed.missing(architecture.programs()).isEmpty()) {
        architectures.add(architecture);
      }
    }
    return architectures;
  }

  /** Says in the test report what is not compared on this machine, and why. */
  @Test
  void noArchitectureIsLeftOut() throws Exception {
    List<Program> programs =
        Architectures.all().stream().flatMap(each -> each.programs().stream()).toList();
    List<String> missing = Testbed.missing(programs);
    assumeTrue(missing.isEmpty(), () -> "not all architectures are compared, missing: " + missing);
    assertThat(possibleHere()).isEqualTo(Architectures.all());
  }

  @Test
  void allArchitecturesGiveTheSameAnswers() throws Exception {
    List<Architecture> architectures = possibleHere();
    Path directory = TestbedHere.directoryOrSkip(List.of());
    Comparison.Workload workload =
        new Comparison.Workload(
            QuerySet.TPCD.queries().subList(0, 6),
            PlainPostgres.SCALE,
            Placement.TWO_PART,
            new Throttles(
                OptionalDouble.empty(),
                Optional.of(DataRate.parse("100MB/s")),
                Optional.of(DataRate.parse("1gbit"))),
            4 << 20);
    List<ArchitectureOutcome> outcomes = new ArrayList<>();
    try (Testbed testbed = Testbed.claim(directory, List.of())) {
      testbed.build(NODES);
      Comparison comparison =
          new Comparison(testbed, workload, LoadedTestbeds::load, message -> {});
      LoadedDatabase data = comparison.loadSingle();
      for (Architecture architecture : architectures) {
        outcomes.add(comparison.run(architecture, data));
      }
    }
    ComparisonFiles.write(report, NODES, workload, outcomes);

    assertThat(outcomes)
        .allSatisfy(
            outcome -> {
              assertThat(outcome.queries())
                  .allSatisfy(
                      cost -> {
                        assertThat(cost.difference()).isEmpty();
                        assertThat(cost.seconds().orElseThrow()).isPositive();
                      });
              assertThat(outcome.throughputs()).hasSize(RawReads.BLOCK_BYTES.size());
            });
    assertThat(outcomes.getFirst().queries())
        .as("what is cold is read from the disk")
        .allSatisfy(cost -> assertThat(cost.diskBytes()).isPositive());
    JsonNode json = new ObjectMapper().readTree(report.resolve("comparison.json").toFile());
    assertThat(json.path("architectures")).hasSize(architectures.size());
    assertThat(
            json.path("architectures").path(0).path("queries").path(0).path("speed_up").asDouble())
        .isEqualTo(1);
    assertThat(report.resolve("comparison.html"))
        .content()
        .contains("argosy", "Bytes that reached the client machine");
    assertThat(Files.readAllLines(report.resolve("queries.csv")))
        .hasSize(1 + 6 * architectures.size());
  }
}
