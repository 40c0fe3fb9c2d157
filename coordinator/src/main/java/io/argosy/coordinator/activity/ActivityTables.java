package io.argosy.coordinator.activity;

import static io.argosy.coordinator.activity.RecordTables.milliseconds;
import static io.argosy.coordinator.activity.RecordTables.time;
import static io.argosy.coordinator.cluster.Identifiers.literal;

import io.argosy.coordinator.activity.StatementTotals.Total;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.protocol.message.PostgresError;
import io.argosy.sql.lexer.NormalizedText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * {@code argosy.activity} and {@code argosy.statements}: views of tables on the home node, which
 * are written before they are read. Each coordinator writes its own rows, and takes away those of
 * coordinators that have ended. {@code argosy.node_resources} is written then, too, by all of them
 * together.
 */
public final class ActivityTables {
  /** The table under {@code argosy.activity}. */
  public static final String ACTIVITY = "activity_records";

  /** The table under {@code argosy.statements}. */
  public static final String STATEMENTS = "statement_records";

  /** The table under {@code argosy.node_resources}. */
  public static final String NODE_RESOURCES = NodeResources.TABLE;

  private final RecordTables records;
  private final Activity activity;
  private final StatementTotals totals;
  private final NodeResources resources;

  /**
   * @param totals what statements have cost, of which the activity tells
   * @param coordinator the number under which the coordinator is listed; 0 where it is not
   */
  public ActivityTables(
      Cluster cluster, Activity activity, StatementTotals totals, LongSupplier coordinator) {
    this.records = new RecordTables(cluster, coordinator);
    this.activity = activity;
    this.totals = totals;
    this.resources = new NodeResources(cluster);
  }

  /**
   * Writes down what sessions do now.
   *
   * @throws io.argosy.protocol.message.PostgresException when the home node cannot be reached
   */
  public void writeActivity() {
    records.replace(ACTIVITY, activity.sessions().stream().map(this::row).toList());
  }

  /**
   * Writes down what statements have cost.
   *
   * @throws io.argosy.protocol.message.PostgresException when the home node cannot be reached
   */
  public void writeStatements() {
    records.replace(STATEMENTS, totals.all().stream().map(this::row).toList());
  }

  /**
   * Writes down what the nodes' machines did.
   *
   * @return a warning for each node that cannot be asked
   * @throws io.argosy.protocol.message.PostgresException when the home node cannot be reached
   */
  public List<PostgresError> writeNodeResources() {
    return resources.write();
  }

  private String row(SessionActivity session) {
    List<String> values = new ArrayList<>();
    values.add(records.coordinator());
    values.add(Integer.toString(session.processId()));
    values.add(literal(session.role()));
    values.add(literal(session.client()));
    values.add(time(session.startedAt()));
    values.add(literal(session.state()));
    Optional<StatementActivity> current = session.current();
    if (current.isEmpty()) {
      values.addAll(List.of("NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL"));
    } else {
      StatementActivity statement = current.get();
      values.add(session.queued() ? "'queue'" : "NULL");
      values.add(time(statement.startedAt()));
      values.add(literal(statement.id()));
      values.add(statement.strategy().isEmpty() ? "NULL" : literal(statement.strategy()));
      values.add(names(statement.nodes()));
      values.add(Long.toString(statement.rows()));
      values.add(Long.toString(statement.bytes()));
      values.add(literal(NormalizedText.shown(statement.text())));
    }
    values.add(literal(session.applicationName()));
    values.add(session.transactionStartedAt().map(RecordTables::time).orElse("NULL"));
    values.add(time(session.changedAt()));
    values.add(session.last().map(last -> time(last.startedAt())).orElse("NULL"));
    values.add(
        session.last().map(last -> literal(NormalizedText.shown(last.text()))).orElse("NULL"));
    values.add(
        session.homeBackends().stream()
            .map(String::valueOf)
            .collect(Collectors.joining(", ", "ARRAY[", "]::integer[]")));
    values.add(literal(session.database()));
    return String.join(", ", values);
  }

  private String row(Total total) {
    return String.join(
        ", ",
        records.coordinator(),
        literal(total.role()),
        literal(total.text()),
        literal(total.strategy()),
        names(new TreeSet<>(total.nodes())),
        Long.toString(total.calls()),
        milliseconds(total.totalNanoseconds()),
        milliseconds(total.longestNanoseconds()),
        Long.toString(total.rows()),
        Long.toString(total.bytes()),
        total.known() == 0
            ? String.join(", ", Collections.nCopies(ResourceTables.USES, "NULL"))
            : ResourceTables.uses(total.use()));
  }

  private static String names(Collection<String> nodes) {
    return nodes.stream()
        .map(node -> literal(node))
        .collect(Collectors.joining(", ", "ARRAY[", "]::text[]"));
  }
}
