package io.argosy.coordinator.explain.advice;

import com.fasterxml.jackson.databind.JsonNode;
import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.resource.CriticalPath;
import io.argosy.coordinator.resource.ResourceReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What is known of a statement that has run.
 *
 * @param planned how it was planned
 * @param report what it has used, and where its time went
 * @param runners the names of the nodes that ran a fragment, by the step's table; the last step's
 *     under an empty name
 * @param tables what nodes know of the sizes of its tables
 * @param plan PostgreSQL's plan of the first statement that was shipped, on a node that ran it,
 *     with these settings: the value of {@code Plan} in its EXPLAIN as JSON; empty where there is
 *     none
 */
public record StatementEvidence(
    PlannedStatement planned,
    ResourceReport report,
    Map<String, Set<String>> runners,
    List<TableOnNode> tables,
    Function<Map<String, String>, Optional<JsonNode>> plan) {
  /**
   * A table as one node knows it.
   *
   * @param node the node's name
   * @param table its name with its schema, as SQL
   * @param shown its name as the session writes it
   * @param seenRows how many rows it had when the planner looked; negative if it never did
   * @param seenBytes how large it was then
   * @param bytes how large it is
   * @param changed how many rows have changed since the planner looked, as PostgreSQL counts them
   */
  public record TableOnNode(
      String node,
      String table,
      String shown,
      double seenRows,
      long seenBytes,
      long bytes,
      long changed) {
    /** How many rows it has if they are as long as they were; negative where nobody knows. */
    double rows() {
      return seenRows <= 0 || seenBytes <= 0 ? -1 : seenRows * bytes / seenBytes;
    }
  }

  /** The share of the statement's time in which it waited for a step; the table of it. */
  double shareOf(String step) {
    return share(
        report.path().stream()
            .filter(
                section -> section.request().filter(part -> part.step().equals(step)).isPresent())
            .mapToLong(CriticalPath.Section::nanoseconds)
            .sum());
  }

  /** A part of the statement's time as a share, from 0 to 1. */
  double share(long nanoseconds) {
    long total = report.time().total();
    return total == 0 ? 0 : (double) nanoseconds / total;
  }
}
