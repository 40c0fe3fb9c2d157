package io.argosy.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.argosy.tests.differential.DifferencesPage;
import io.argosy.tests.regression.RegressionFiles.UnavailableException;
import io.argosy.tests.regression.Verdict.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostgreSQL's own regression files: some of them, of which no difference is known, on three nodes
 * with their tables mixed; with {@code -Dregression.files=a,b} these two, after the one that makes
 * the common tables, and with {@code -Dregression.files=all} all of them, which takes a quarter of
 * an hour for each way to place their tables on as many nodes. {@code
 * -Dregression.combinations=all} is for one and for three nodes, {@code
 * -Dregression.combinations=distributed} for those that are called so. The verdicts that are not
 * "same" are written to {@code target/regression}, with what the list of known differences would
 * have to be; a run of all files with {@code -Dgolden.update=true} writes the figures into the
 * documentation.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(3600)
class RegressionFilesTest {
  private static final Logger LOG = LoggerFactory.getLogger(RegressionFilesTest.class);

  private static final String ALL = "all";
  private static final String THREE_NODES = "3 nodes";
  private static final String MIXED_ON_THREE_NODES = "mixed, " + THREE_NODES;

  /** About types, queries and what statements set off. */
  private static final String SOME =
      "enum,arrays,aggregates,union,case,update,truncate,sequence,triggers,rules,domain"
          + ",generated_stored,rowtypes";

  /** Of the last runs of all files. */
  private static final Path FIGURES = Path.of("src", "test", "resources", "regression", "figures");

  private static final Path REPORTS = Path.of("target", "regression");

  /** Two at a time keep two cores busy: one run waits for one server at a time. */
  private static final int AT_A_TIME = 2;

  private final KnownDifferences known = KnownDifferences.read();
  private final ListedRefusals listed = ListedRefusals.read();
  private final Figures figures = new Figures(FIGURES);
  private final Map<String, String> differing = new TreeMap<>();
  private final Map<Combination, Future<List<Verdict>>> runs = new HashMap<>();
  private ExecutorService threads;
  private List<String> files = List.of();

  /** Where the tables are placed, on how many nodes. */
  record Combination(Placing placing, int nodes) {
    @Override
    public String toString() {
      return switch (placing) {
            case LOCAL -> "local";
            case DISTRIBUTED -> "distributed";
            case MIXED -> "mixed";
          }
          + (nodes == 1 ? ", 1 node" : ", " + nodes + " nodes");
    }
  }

  static List<Combination> combinations() {
    List<Combination> combinations = new ArrayList<>();
    for (int nodes : List.of(3, 1)) {
      for (Placing placing : Placing.values()) {
        combinations.add(new Combination(placing, nodes));
      }
    }
    String byDefault = files().equals(SOME) ? MIXED_ON_THREE_NODES : THREE_NODES;
    String wanted = System.getProperty("regression.combinations", byDefault);
    if (!wanted.equals(ALL)) {
      combinations.removeIf(combination -> !combination.toString().contains(wanted));
    }
    return combinations;
  }

  private static String files() {
    return System.getProperty("regression.files", SOME);
  }

  @BeforeAll
  void startRuns() {
    try {
      RegressionFiles source = RegressionFiles.get();
      List<String> names = chosen(source.schedule());
      files = names;
      threads = Executors.newFixedThreadPool(AT_A_TIME);
      for (Combination combination : combinations()) {
        runs.put(combination, threads.submit(() -> run(source, names, combination)));
      }
    } catch (UnavailableException e) {
      abort("PostgreSQL's regression files cannot be had here: " + e.getMessage());
    }
  }

  private List<String> chosen(List<String> schedule) {
    String only = files();
    if (only.equals(ALL)) {
      return schedule;
    }
    Set<String> names = new HashSet<>(List.of(("test_setup," + only).split(",")));
    return schedule.stream().filter(names::contains).toList();
  }

  private static List<Verdict> run(
      RegressionFiles files, List<String> names, Combination combination) throws IOException {
    List<Verdict> verdicts = new ArrayList<>();
    try (RegressionRun run =
        new RegressionRun(files, combination.placing(), combination.nodes(), REPORTS)) {
      for (String name : names) {
        List<Verdict> ofFile = run.run(name);
        long wrong = ofFile.stream().filter(verdict -> verdict.kind() == Kind.WRONG).count();
        LOG.info("{}: {}: {} statements, {} wrong", combination, name, ofFile.size(), wrong);
        verdicts.addAll(ofFile);
        report(combination, verdicts);
      }
    }
    return verdicts;
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void everyDifferenceHasAReason(Combination combination)
      throws InterruptedException, IOException, ExecutionException {
    List<Verdict> verdicts = runs.get(combination).get();
    if (updatesFigures()) {
      figures.write(combination.toString(), verdicts, listed, known);
    }
    for (Verdict verdict : verdicts) {
      if (verdict.kind() == Kind.WRONG) {
        differing.put(
            verdict.file() + " " + verdict.hash(), known.reason(verdict).orElse(verdict.reason()));
      }
    }

    List<Verdict> wrong =
        verdicts.stream()
            .filter(verdict -> verdict.kind() == Kind.WRONG && known.reason(verdict).isEmpty())
            .toList();
    assertThat(wrong).as("statements with other answers").isEmpty();
    assertThat(
            verdicts.stream()
                .filter(verdict -> verdict.kind() == Kind.REFUSED && !verdict.isOfPlacement())
                .filter(verdict -> listed.title(verdict.reason()).isEmpty()))
        .as("refusals that the documentation does not list")
        .isEmpty();
  }

  private static boolean updatesFigures() {
    return files().equals(ALL) && Boolean.getBoolean("golden.update");
  }

  private static void report(Combination combination, List<Verdict> verdicts) throws IOException {
    Files.createDirectories(REPORTS);
    Files.writeString(
        REPORTS.resolve(combination.toString().replaceAll("\\W+", "-") + ".txt"),
        verdicts.stream()
            .filter(verdict -> verdict.kind() != Kind.SAME && verdict.kind() != Kind.SAME_ERROR)
            .map(Verdict::toString)
            .collect(Collectors.joining("\n\n")));
  }

  @AfterAll
  void compareFigures() throws IOException {
    if (threads == null) {
      return;
    }
    threads.shutdownNow();
    Files.writeString(
        REPORTS.resolve("known.txt"),
        differing.entrySet().stream()
            .map(difference -> difference.getKey() + " " + difference.getValue() + "\n")
            .collect(Collectors.joining()));
    if (System.getProperty("regression.combinations", "").equals(ALL)) {
      assertThat(known.unneeded(files)).as("known differences that are no longer there").isEmpty();
    }
    if (updatesFigures()) {
      DifferencesPage.check("suites/regression", figures.page());
    }
  }
}
