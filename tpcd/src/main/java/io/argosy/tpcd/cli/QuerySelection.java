package io.argosy.tpcd.cli;

import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.query.QuerySet;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The queries that --set and --query name. */
final class QuerySelection {
  private QuerySelection() {}

  /**
   * @param numbers none for all of the set
   * @throws ParameterException for a number that the set does not have
   */
  static List<Query> of(QuerySet set, List<Integer> numbers, CommandSpec spec) {
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
                                spec.commandLine(),
                                "The set %s has queries 1 to %d, not %d."
                                    .formatted(set, set.queries().size(), number))))
        .toList();
  }
}
