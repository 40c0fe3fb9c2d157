package io.argosy.tests.regression;

import io.argosy.tests.regression.Verdict.Kind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How many statements of the files had which outcome, for each way to run them. */
final class Figures {
  private final Map<String, Map<Kind, Integer>> outcomes = new TreeMap<>();
  private final Map<String, Integer> rules = new TreeMap<>();
  private final Map<String, Integer> refusals = new TreeMap<>();

  /**
   * Counts what one run of the files has come to.
   *
   * @param run in words
   */
  void count(String run, List<Verdict> verdicts, ListedRefusals listed) {
    Map<Kind, Integer> counts = outcomes.computeIfAbsent(run, name -> new EnumMap<>(Kind.class));
    for (Verdict verdict : verdicts) {
      counts.merge(verdict.kind(), 1, Integer::sum);
      switch (verdict.kind()) {
        case HARMLESS -> rules.merge(verdict.reason(), 1, Integer::sum);
        case REFUSED ->
            refusals.merge(
                listed.title(verdict.reason()).orElse("not listed: " + verdict.reason()),
                1,
                Integer::sum);
        case SAME, SAME_ERROR, WRONG, SKIPPED -> {}
      }
    }
  }

  /** The section of the documentation. */
  String page() {
    StringBuilder page =
        new StringBuilder(
            """
            ## PostgreSQL's own regression files

            Each statement of the files was run on Argosy and on one PostgreSQL, with the files' tables left
            local, all distributed, or mixed: by their names a third is replicated, a third distributed by
            another column and a third local. What Argosy refuses is not done on the other server either. Files
            are read by `COPY FROM STDIN` where the script has the server read them.

            | tables and nodes | same result | same error | harmless | refused | known to differ | of psql only |
            | --- | --- | --- | --- | --- | --- | --- |
            """);
    outcomes.forEach(
        (run, counts) ->
            page.append(
                "| %s | %d | %d | %d | %d | %d | %d |%n"
                    .formatted(
                        run,
                        counts.getOrDefault(Kind.SAME, 0),
                        counts.getOrDefault(Kind.SAME_ERROR, 0),
                        counts.getOrDefault(Kind.HARMLESS, 0),
                        counts.getOrDefault(Kind.REFUSED, 0),
                        counts.getOrDefault(Kind.WRONG, 0),
                        counts.getOrDefault(Kind.SKIPPED, 0))));
    table(page, "harmless by the rule", rules);
    table(page, "refused", refusals);
    return page.toString();
  }

  private static void table(StringBuilder page, String title, Map<String, Integer> counts) {
    page.append("\n| ").append(title).append(" | statements |\n| --- | --- |\n");
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(count -> page.append("| %s | %d |%n".formatted(count.getKey(), count.getValue())));
  }
}
