package io.argosy.coordinator.activity;

import static io.argosy.coordinator.cluster.Identifiers.literal;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.node.MachineMeasure;
import io.argosy.node.MachineSample;
import io.argosy.node.MachineSamples;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * {@code argosy.node_resources}: a view of a table on the home node. Before it is read, each node
 * is asked for what was sampled since the last row that is there, so that any coordinator may add
 * to it, and what one adds is no other row than what another does. A node that does not answer is
 * not waited for long; it is asked once at a time.
 */
final class NodeResources {
  /** The table under the view. */
  static final String TABLE = "node_resource_records";

  /** How long rows stay: as long as samplers keep samples. */
  private static final Duration KEPT = Duration.ofMinutes(15);

  private static final String COLUMNS =
      Arrays.stream(MachineMeasure.values())
          .map(MachineMeasure::column)
          .collect(Collectors.joining(", ", "node, sampled, at, seconds, ", ""));

  /** What shares and rates are worth. */
  private static final double PRECISION = 1e6;

  private final Cluster cluster;
  private final Map<Node, SampleQuestion> questions = new ConcurrentHashMap<>();

  NodeResources(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Asks all nodes and writes down what is new.
   *
   * @return a warning for each node that cannot be asked
   * @throws PostgresException when the home node cannot be reached
   */
  List<PostgresError> write() {
    Map<String, Instant> known = forgetOldAndReadLast();
    List<SampleQuestion.Round> rounds = new ArrayList<>();
    List<Node> nodes = cluster.nodes();
    for (Node node : nodes) {
      rounds.add(
          questions
              .computeIfAbsent(node, SampleQuestion::new)
              .ask(known.getOrDefault(node.name(), Instant.EPOCH)));
    }
    List<PostgresError> warnings = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    for (int position = 0; position < rounds.size(); position++) {
      Node node = nodes.get(position);
      try {
        Optional<MachineSamples> answer = rounds.get(position).await();
        answer.ifPresent(
            samples ->
                samples.samples().forEach(sample -> rows.add(row(node.name(), sample, samples))));
      } catch (PostgresException e) {
        if (Thread.currentThread().isInterrupted()) {
          throw e;
        }
        warnings.add(
            PostgresError.of(
                    "WARNING",
                    "08006",
                    "node \"" + node.name() + "\" cannot be asked what its machine did")
                .withDetail(e.error().message()));
      }
    }
    if (!rows.isEmpty()) {
      insert(rows);
    }
    return warnings;
  }

  /** The time of the last sample of each node, by the clock of who has sampled. */
  private Map<String, Instant> forgetOldAndReadLast() {
    try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
      TextResult last =
          TextResult.run(
              home,
              "DELETE FROM argosy.node_resource_records WHERE ctid = ANY (ARRAY(SELECT ctid FROM"
                  + " argosy.node_resource_records WHERE at < '"
                  + Instant.now().minus(KEPT)
                  + "' FOR UPDATE SKIP LOCKED)); SELECT node, (extract(epoch FROM max(sampled)) *"
                  + " 1000000)::bigint FROM argosy.node_resource_records GROUP BY node");
      Map<String, Instant> known = new HashMap<>();
      for (List<String> row : last.rows()) {
        known.put(row.get(0), Instant.EPOCH.plus(Long.parseLong(row.get(1)), ChronoUnit.MICROS));
      }
      return known;
    }
  }

  private static String row(String node, MachineSample sample, MachineSamples answer) {
    List<String> values = new ArrayList<>();
    values.add(literal(node));
    values.add("'" + sample.at() + "'");
    values.add("'" + answer.endOf(sample) + "'");
    values.add(number(sample.seconds()));
    for (MachineMeasure measure : MachineMeasure.values()) {
      Double value = sample.values().get(measure);
      if (value == null) {
        values.add("NULL");
      } else {
        values.add(measure.kind().isWhole() ? Long.toString(Math.round(value)) : number(value));
      }
    }
    return String.join(", ", values);
  }

  private static String number(double value) {
    return Double.toString(Math.round(value * PRECISION) / PRECISION);
  }

  /** Others may insert the same rows: all do so in the order of nodes and times. */
  private void insert(List<String> rows) {
    try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
      TextResult.run(
          home,
          "INSERT INTO argosy.node_resource_records ("
              + COLUMNS
              + ") VALUES ("
              + String.join("), (", rows)
              + ") ON CONFLICT DO NOTHING");
    }
  }
}
