package io.argosy.coordinator.execute.gather;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.move.Move;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.execute.snapshot.ReadSnapshots;
import io.argosy.coordinator.execute.snapshot.Workplace;
import io.argosy.coordinator.execute.snapshot.WorkplaceExecution;
import io.argosy.coordinator.execute.snapshot.Workplaces;
import io.argosy.coordinator.limit.ByteLimit;
import io.argosy.node.CommandTag;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Strategy GATHER: moves the rows that a statement needs into temporary tables on the home node and
 * runs PostgreSQL's canonical text of the statement over them.
 */
public final class Gathering {
  private final StatementRun run;
  private final NodeBackends backends;
  private final ByteLimit limit;
  private final Map<String, String> viewNames = new HashMap<>();

  /**
   * @throws io.argosy.protocol.message.PostgresException 22023 when the limit on what may be moved
   *     is no size
   */
  public Gathering(StatementRun run) {
    this.run = run;
    this.backends = run.backends();
    this.limit = new ByteLimit(backends.setting(ByteLimit.GATHER_SETTING));
  }

  /**
   * Makes the copies and starts the statement over them.
   *
   * @param snapshots how the statement comes to its snapshot
   */
  public Execution start(PlannedStatement planned, ReadSnapshots snapshots) {
    Workplaces places = new Workplaces(run, List.of());
    Workplace workplace = places.home();
    try {
      String statement = statementOver(workplace, places::session, planned, Map.of());
      return new WorkplaceExecution(
          places,
          snapshots.start(
              new Fragment(
                  Cluster.HOME,
                  workplace.session(),
                  snapshots.request(run.request(planned, statement))),
              run));
    } catch (RuntimeException e) {
      places.end(e);
      throw e;
    }
  }

  /** The names of the views for which temporary ones have been made, by the names of these. */
  public Map<String, String> viewNames() {
    return Map.copyOf(viewNames);
  }

  /**
   * Makes and fills the copies of the tables that a statement reads.
   *
   * @param workplace where, on the home node
   * @param sessions the backends that read a node's rows
   * @param given names for relations that have a copy already, by their schema-qualified names
   * @return the statement over the copies
   * @throws io.argosy.protocol.message.PostgresException 53400 when more than the limit is moved
   */
  public String statementOver(
      Workplace workplace,
      IntFunction<NodeSession> sessions,
      PlannedStatement planned,
      Map<String, String> given) {
    String prefix = "argosy_gather_" + backends.nextNumber();
    GatherScript script = GatherScript.of(planned, prefix, given);
    for (GatherScript.Copy copy : script.tables()) {
      workplace.create(copy.name(), copy.definition());
      load(
          workplace.session(),
          sessions,
          copy.name(),
          copy.columns(),
          backends.cluster().nodes().size(),
          node -> copy.source());
      for (String key : copy.keys()) {
        TextResult.run(workplace.session(), key);
      }
    }
    for (String view : script.views()) {
      TextResult.run(workplace.session(), view);
    }
    viewNames.putAll(script.viewNames());
    return script.statement();
  }

  /**
   * Fills a copy.
   *
   * @param target the backend that has it, on the home node
   * @param sessions the backends that read a node's rows
   * @param columns those that are filled
   * @param nodes how many nodes have rows, from the home node on
   * @param source reads these columns on a node
   */
  public void load(
      NodeSession target,
      IntFunction<NodeSession> sessions,
      String table,
      List<String> columns,
      int nodes,
      IntFunction<String> source) {
    String into = "INSERT INTO " + table + " (" + Identifiers.list(columns) + ") ";
    String tag =
        TextResult.run(target, Binding.none().request(into + source.apply(Cluster.HOME)))
            .tags()
            .getLast();
    long rows = CommandTag.rows(tag);
    List<Fragment> fragments = new ArrayList<>();
    for (int node = Cluster.HOME + 1; node < nodes; node++) {
      fragments.add(
          new Fragment(
              node,
              sessions.apply(node),
              Binding.none().withResultFormat(1).request(source.apply(node)).described()));
    }
    rows += new Move(run, limit).rows(fragments, target, table, columns);
    if (rows > Workplace.ROWS_WORTH_ANALYZING) {
      TextResult.run(target, "ANALYZE " + table);
    }
  }
}
