package io.argosy.tests.regression;

import io.argosy.tests.regression.Verdict.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How many statements of the files had which outcome, for each way to run them. A run of all files
 * takes long, so each way has a file of its own, and the page is made of those that are there.
 */
final class Figures {
  private static final String SUFFIX = ".txt";

  private final Path directory;

  /**
   * @param directory of the figures, a file for each way to run the regression files
   */
  Figures(Path directory) {
    this.directory = directory;
  }

  /** What a statement counts as. */
  private record Outcome(Kind kind, String reason) {
    static Outcome of(Verdict verdict, ListedRefusals listed, KnownDifferences known) {
      return new Outcome(
          verdict.kind(),
          switch (verdict.kind()) {
            case HARMLESS -> verdict.reason();
            case WRONG -> known.reason(verdict).orElse("It is not known why.");
            case REFUSED ->
                listed
                    .title(verdict.reason())
                    .orElseGet(() -> "not listed: " + withoutNames(verdict.reason()));
            case SAME, SAME_ERROR, SKIPPED -> "";
          });
    }

    private static String withoutNames(String reason) {
      return reason
          .replaceAll("\"[^\"]*\"", "..")
          .replaceAll("\\b(column|table|function|type) [^\\s,]+", "$1 ..");
    }

    static Outcome of(String[] line) {
      return new Outcome(Kind.valueOf(line[1]), line.length > 2 ? line[2] : "");
    }
  }

  /**
   * Keeps what one run of the files has come to.
   *
   * @param run in words
   */
  void write(String run, List<Verdict> verdicts, ListedRefusals listed, KnownDifferences known)
      throws IOException {
    Map<String, Long> counts =
        verdicts.stream()
            .map(verdict -> Outcome.of(verdict, listed, known))
            .collect(
                Collectors.groupingBy(
                    outcome -> outcome.kind() + "\t" + outcome.reason(),
                    TreeMap::new,
                    Collectors.counting()));
    Files.createDirectories(directory);
    Files.writeString(
        directory.resolve(run + SUFFIX),
        counts.entrySet().stream()
            .map(count -> (count.getValue() + "\t" + count.getKey()).stripTrailing() + "\n")
            .collect(Collectors.joining()));
  }

  private Map<String, Map<Outcome, Integer>> read() throws IOException {
    Map<String, Map<Outcome, Integer>> runs = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        runs.put(
            name.substring(0, name.length() - SUFFIX.length()),
            Files.readAllLines(file).stream()
                .map(line -> line.split("\t"))
                .collect(Collectors.toMap(Outcome::of, line -> Integer.parseInt(line[0]))));
      }
    }
    return runs;
  }

  /** The section of the documentation. */
  String page() throws IOException {
    StringBuilder page =
        new StringBuilder(
            """
            ## PostgreSQL's own regression files

            Each statement of the files was run on Argosy and on one PostgreSQL, with the files' tables
            all distributed, or mixed: by their names a third is replicated, a third distributed by
            another column and a third local. What Argosy refuses is not done on the other server either. Files
            are read by `COPY FROM STDIN` where the script has the server read them.

            | tables and nodes | same result | same error | harmless | refused | known to differ | of psql only |
            | --- | --- | --- | --- | --- | --- | --- |
            """);
    Map<String, Map<Outcome, Integer>> runs = read();
    runs.forEach(
        (run, counts) -> {
          ToIntFunction<Kind> sum =
              kind ->
                  counts.entrySet().stream()
                      .filter(count -> count.getKey().kind() == kind)
                      .mapToInt(Map.Entry::getValue)
                      .sum();
          page.append(
              "| %s | %d | %d | %d | %d | %d | %d |%n"
                  .formatted(
                      run,
                      sum.applyAsInt(Kind.SAME),
                      sum.applyAsInt(Kind.SAME_ERROR),
                      sum.applyAsInt(Kind.HARMLESS),
                      sum.applyAsInt(Kind.REFUSED),
                      sum.applyAsInt(Kind.WRONG),
                      sum.applyAsInt(Kind.SKIPPED)));
        });
    table(page, "harmless by the rule", Kind.HARMLESS, runs);
    table(page, "known to differ", Kind.WRONG, runs);
    table(page, "refused", Kind.REFUSED, runs);
    return page.toString();
  }

  private static void table(
      StringBuilder page, String title, Kind kind, Map<String, Map<Outcome, Integer>> runs) {
    page.append("\n| ").append(title).append(" | statements |\n| --- | --- |\n");
    runs.values().stream()
        .flatMap(counts -> counts.entrySet().stream())
        .filter(count -> count.getKey().kind() == kind)
        .collect(
            Collectors.groupingBy(
                count -> count.getKey().reason(),
                TreeMap::new,
                Collectors.summingInt(Map.Entry::getValue)))
        .entrySet()
        .stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(count -> page.append("| %s | %d |%n".formatted(count.getKey(), count.getValue())));
  }
}
