package io.argosy.coordinator.activity;

import static io.argosy.coordinator.activity.RecordTables.milliseconds;
import static io.argosy.coordinator.activity.RecordTables.time;
import static io.argosy.coordinator.cluster.Identifiers.literal;

import io.argosy.coordinator.activity.RecentStatements.Recent;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.resource.Bottleneck;
import io.argosy.coordinator.resource.NodeUse;
import io.argosy.coordinator.resource.ResourceReport;
import io.argosy.coordinator.resource.StepUse;
import io.argosy.node.ResourceUse;
import io.argosy.sql.lexer.NormalizedText;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * {@code argosy.statement_resources} and {@code argosy.statement_stages}: what the last statements
 * have used, and their steps on the nodes.
 */
public final class ResourceTables {
  /** The table under {@code argosy.statement_resources}. */
  public static final String STATEMENTS = "resource_records";

  /** The table under {@code argosy.statement_stages}. */
  public static final String STAGES = "stage_records";

  /** How many columns say what was used. */
  static final int USES = 9;

  private final RecordTables records;
  private final RecentStatements statements;

  /**
   * @param coordinator the number under which the coordinator is listed; 0 where it is not
   */
  public ResourceTables(Cluster cluster, RecentStatements statements, LongSupplier coordinator) {
    this.records = new RecordTables(cluster, coordinator);
    this.statements = statements;
  }

  /**
   * Writes down what the last statements have used.
   *
   * @throws io.argosy.protocol.message.PostgresException when the home node cannot be reached
   */
  public void writeStatements() {
    records.replace(STATEMENTS, statements.all().stream().map(this::statement).toList());
  }

  /**
   * Writes down what their steps have used on the nodes.
   *
   * @throws io.argosy.protocol.message.PostgresException when the home node cannot be reached
   */
  public void writeStages() {
    records.replace(
        STAGES,
        statements.all().stream()
            .flatMap(recent -> report(recent).uses().stream().map(step -> stage(recent, step)))
            .toList());
  }

  private static ResourceReport report(Recent recent) {
    return ResourceReport.of(
        recent.ledger(),
        recent.planned(),
        recent.elapsed(),
        Math.max(0, recent.elapsed() - recent.worked()));
  }

  private String statement(Recent recent) {
    ResourceReport report = report(recent);
    List<NodeUse> nodes = recent.ledger().nodes();
    Optional<Bottleneck> most = report.bottleneck();
    return String.join(
        ", ",
        records.coordinator(),
        literal(recent.id()),
        literal(recent.database()),
        literal(recent.role()),
        literal(NormalizedText.of(recent.text())),
        literal(recent.strategy()),
        time(recent.startedAt()),
        milliseconds(recent.planned()),
        milliseconds(recent.worked()),
        Long.toString(recent.rows()),
        Long.toString(recent.ledger().count()),
        Long.toString(nodes.stream().mapToLong(NodeUse::known).sum()),
        uses(nodes.stream().map(NodeUse::use).reduce(ResourceUse.NOTHING, ResourceUse::plus)),
        Long.toString(nodes.stream().mapToLong(NodeUse::rawBytes).sum()),
        Long.toString(nodes.stream().mapToLong(NodeUse::wireBytes).sum()),
        most.map(limit -> literal(limit.resource().words())).orElse("NULL"),
        most.flatMap(Bottleneck::node).map(node -> literal(node)).orElse("NULL"),
        most.map(limit -> Double.toString(limit.share())).orElse("NULL"),
        Double.toString(report.time().explained()),
        recent.sqlState().map(state -> literal(state)).orElse("NULL"));
  }

  private String stage(Recent recent, StepUse step) {
    NodeUse use = step.use();
    return String.join(
        ", ",
        records.coordinator(),
        literal(recent.id()),
        literal(recent.role()),
        step.step().isEmpty() ? "NULL" : literal(step.step()),
        literal(use.node()),
        milliseconds(step.begin()),
        milliseconds(step.end()),
        Long.toString(use.requests()),
        Long.toString(use.known()),
        uses(use.use()),
        Long.toString(use.rawBytes()),
        Long.toString(use.wireBytes()));
  }

  /** As values of the columns that are alike in all such tables. */
  static String uses(ResourceUse use) {
    return String.join(
        ", ",
        milliseconds(use.processor()),
        milliseconds(use.system()),
        milliseconds(use.workerProcessor()),
        milliseconds(use.queue() + use.workerQueue()),
        milliseconds(use.disk()),
        milliseconds(use.peers()),
        use.files()
            .map(files -> files.fromDisk() + ", " + files.fromCache() + ", " + files.written())
            .orElse("NULL, NULL, NULL"));
  }
}
