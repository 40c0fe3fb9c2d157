package io.argosy.server.cli;

import io.argosy.server.check.ClusterCheck;
import io.argosy.server.check.Finding;
import io.argosy.server.config.CoordinatorConfiguration;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./argosy check}: what would keep a coordinator from serving? */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Connects to everything that a coordinator's configuration names and says what is wrong and"
          + " what to do. Changes nothing.",
      "The exit status is 1 if anything is wrong."
    })
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      required = true,
      description = "The coordinator's configuration, in YAML.")
  private Path file;

  @Option(
      names = "--copies",
      description =
          "Also reads all reference tables on every node, and tells which have other rows on one"
              + " than on another.")
  private boolean copies;

  @Option(
      names = "--rows",
      description =
          "Also reads all distributed tables on every node, and tells which have rows that another"
              + " node owns.")
  private boolean rows;

  @Override
  public Integer call() {
    Set<ClusterCheck.Rows> read = EnumSet.noneOf(ClusterCheck.Rows.class);
    if (copies) {
      read.add(ClusterCheck.Rows.OF_REFERENCE_TABLES);
    }
    if (rows) {
      read.add(ClusterCheck.Rows.OF_DISTRIBUTED_TABLES);
    }
    List<Finding> findings =
        ClusterCheck.run(CoordinatorConfiguration.read(file, System.getenv()), read);
    PrintWriter out = spec.commandLine().getOut();
    Map<String, List<Finding>> bySubject =
        findings.stream()
            .collect(
                Collectors.groupingBy(Finding::subject, LinkedHashMap::new, Collectors.toList()));
    bySubject.forEach(
        (subject, found) -> {
          out.println(subject);
          found.forEach(finding -> print(out, finding));
        });
    long wrong = findings.stream().filter(f -> f.outcome() == Finding.Outcome.WRONG).count();
    out.println(wrong == 0 ? "nothing is wrong" : "wrong: " + wrong);
    out.flush();
    return wrong == 0 ? 0 : 1;
  }

  private static void print(PrintWriter out, Finding finding) {
    String mark =
        switch (finding.outcome()) {
          case OK -> "ok    ";
          case ADVICE -> "advice";
          case WRONG -> "WRONG ";
        };
    out.println("  " + mark + "  " + finding.message());
    if (!finding.advice().isEmpty()) {
      out.println("          " + finding.advice());
    }
  }
}
