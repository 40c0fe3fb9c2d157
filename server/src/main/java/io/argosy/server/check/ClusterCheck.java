package io.argosy.server.check;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.NodeDirectory;
import io.argosy.coordinator.metadata.Members;
import io.argosy.node.Node;
import io.argosy.protocol.message.PostgresException;
import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.NodeConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks at all nodes of a configuration: each by itself, and whether they fit together. */
public final class ClusterCheck {
  private static final String MEMBER_MISSING = "55000";
  private static final Duration LARGEST_CLOCK_DIFFERENCE = Duration.ofSeconds(1);

  /** Tables of which all rows can be read. */
  public enum Rows {
    /** Whether copies are the same. */
    OF_REFERENCE_TABLES,
    /** Whether rows are on the nodes that own them. */
    OF_DISTRIBUTED_TABLES
  }

  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, NodeReport> reports = new LinkedHashMap<>();

  private ClusterCheck() {}

  /**
   * Connects to everything; changes nothing.
   *
   * @param read the tables of which all rows are read, too
   */
  public static List<Finding> run(CoordinatorConfiguration configuration, Set<Rows> read) {
    ClusterCheck check = new ClusterCheck();
    List<Node> nodes = configuration.nodes().stream().map(NodeConfiguration::open).toList();
    try {
      Cluster configured =
          new Cluster(nodes, configuration.database(), configuration.administrator());
      Cluster cluster = check.members(configured);
      for (int position = 0; position < nodes.size(); position++) {
        String name = nodes.get(position).name();
        Optional<NodeReport> report =
            new NodeCheck(configuration, configured, position, cluster, check.findings).run();
        if (cluster.nodes().contains(nodes.get(position))) {
          report.ifPresent(found -> check.reports.put(name, found));
        }
      }
      if (check.reports.size() > 1) {
        check.compare();
      }
      boolean all = check.reports.size() == cluster.nodes().size();
      // By what would rows be looked for if the nodes were not those of the metadata?
      boolean fits =
          check.findings.stream()
              .filter(finding -> check.isOfMember(finding, configured))
              .noneMatch(finding -> finding.outcome() == Finding.Outcome.WRONG);
      if (all && read.contains(Rows.OF_REFERENCE_TABLES)) {
        check.findings.addAll(new ComparedCopies(cluster).look());
      }
      if (all && fits && read.contains(Rows.OF_DISTRIBUTED_TABLES)) {
        check.findings.addAll(new RowsOfOthers(cluster).look());
      }
    } finally {
      nodes.forEach(Node::close);
    }
    return List.copyOf(check.findings);
  }

  /** All of them where that is not to be found out: each is asked, and says why. */
  private Cluster members(Cluster configured) {
    try {
      return Members.of(configured, new NodeDirectory(configured.nodes()));
    } catch (PostgresException e) {
      if (e.error().sqlState().equals(MEMBER_MISSING)) {
        findings.add(
            Finding.wrong(Finding.CLUSTER, e.error().message(), e.error().fields().get('H')));
      }
      return configured;
    }
  }

  private boolean isOfMember(Finding finding, Cluster configured) {
    return reports.containsKey(finding.subject())
        || configured.nodes().stream().noneMatch(node -> node.name().equals(finding.subject()));
  }

  private void compare() {
    oneServerEach();
    same(
        "major version",
        report -> Integer.toString(report.majorVersion()),
        "Run the same major version of PostgreSQL on all nodes: statements are checked on one, and"
            + " run on all.");
    same(
        "encoding",
        NodeReport::encoding,
        "Create the database with the same ENCODING on all nodes.");
    same(
        "locale",
        NodeReport::locale,
        "Create the database with the same LOCALE on all nodes: they must sort text alike.");
    same(
        "collation version",
        NodeReport::collationVersion,
        "Run the same operating system and ICU version on all nodes: they must sort text alike.");
    clocks();
  }

  private void oneServerEach() {
    Map<String, List<String>> nodes = nodesBy(NodeReport::server);
    nodes.values().stream()
        .filter(names -> names.size() > 1)
        .forEach(
            names ->
                findings.add(
                    Finding.wrong(
                        Finding.CLUSTER,
                        "the nodes " + String.join(", ", names) + " are one and the same server",
                        "Give each node the address of a server of its own.")));
  }

  private void same(String what, Function<NodeReport, String> property, String advice) {
    Map<String, List<String>> nodes = nodesBy(property);
    if (nodes.size() == 1) {
      String value = nodes.keySet().iterator().next().strip();
      findings.add(
          Finding.ok(Finding.CLUSTER, "the same " + what + (value.isEmpty() ? "" : ": " + value)));
    } else {
      findings.add(
          Finding.wrong(
              Finding.CLUSTER,
              "the %s differs: %s"
                  .formatted(
                      what,
                      nodes.entrySet().stream()
                          .map(
                              entry ->
                                  "%s on %s"
                                      .formatted(
                                          entry.getKey().isBlank()
                                              ? "none"
                                              : entry.getKey().strip(),
                                          String.join(", ", entry.getValue())))
                          .collect(Collectors.joining("; "))),
              advice));
    }
  }

  private Map<String, List<String>> nodesBy(Function<NodeReport, String> property) {
    Map<String, List<String>> nodes = new TreeMap<>();
    reports.forEach(
        (name, report) ->
            nodes.computeIfAbsent(property.apply(report), key -> new ArrayList<>()).add(name));
    return nodes;
  }

  /** What is certain of the differences: the doubts of both measurements are taken off. */
  private void clocks() {
    Duration latest = Collections.max(reports.values().stream().map(this::atLeast).toList());
    Duration earliest = Collections.min(reports.values().stream().map(this::atMost).toList());
    Duration difference = latest.minus(earliest);
    if (difference.compareTo(LARGEST_CLOCK_DIFFERENCE) > 0) {
      findings.add(
          Finding.wrong(
              Finding.CLUSTER,
              "the clocks differ by %.1f s: %s"
                  .formatted(
                      difference.toMillis() / 1000.0,
                      reports.entrySet().stream()
                          .map(
                              entry ->
                                  "%s %+.1f s"
                                      .formatted(
                                          entry.getKey(),
                                          entry.getValue().clockAhead().toMillis() / 1000.0))
                          .collect(Collectors.joining(", "))),
              "Keep the clocks of the servers together by NTP."));
    } else {
      findings.add(Finding.ok(Finding.CLUSTER, "the clocks agree to a second"));
    }
  }

  private Duration atLeast(NodeReport report) {
    return report.clockAhead().minus(report.clockDoubt());
  }

  private Duration atMost(NodeReport report) {
    return report.clockAhead().plus(report.clockDoubt());
  }
}
