package io.argosy.tpcd.cli;

import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.query.QuerySet;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that choose queries, for commands to mix in. */
public final class QuerySelection {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--set",
      paramLabel = "SET",
      description = "The set of queries: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private QuerySet set;

  @Option(
      names = "--query",
      split = ",",
      paramLabel = "N",
      description = "Only these queries of the set, as in --query 1,6.")
  private List<Integer> numbers = List.of();

  /**
   * @param set what --set is by default
   */
  public QuerySelection(QuerySet set) {
    this.set = set;
  }

  /**
   * The queries that are asked for.
   *
   * @throws ParameterException for a number that the set does not have
   */
  public List<Query> queries() {
    if (numbers.isEmpty()) {
      return set.queries();
    }
    return numbers.stream()
        .map(
            number ->
                set.query(number)
                    .orElseThrow(
                        () ->
                            new ParameterException(
                                command.commandLine(),
                                "The set %s has queries 1 to %d, not %d."
                                    .formatted(set, set.queries().size(), number))))
        .toList();
  }
}
