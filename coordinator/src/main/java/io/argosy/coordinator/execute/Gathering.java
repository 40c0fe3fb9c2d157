package io.argosy.coordinator.execute;

import io.argosy.agent.node.CommandTag;
import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.TextResult;
import io.argosy.coordinator.catalog.PlannedStatement;
import io.argosy.coordinator.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;

/**
 * Strategy GATHER: moves the rows that a statement needs into temporary tables on the home node and
 * runs PostgreSQL's canonical text of the statement over them.
 */
final class Gathering {
  private final StatementRun run;
  private final NodeBackends backends;
  private final ByteLimit limit;

  /**
   * @throws io.argosy.agent.postgres.PostgresException 22023 when the limit on what may be moved is
   *     no size
   */
  Gathering(StatementRun run) {
    this.run = run;
    this.backends = run.backends();
    this.limit = new ByteLimit(backends.setting(ByteLimit.GATHER_SETTING));
  }

  Execution start(PlannedStatement planned) {
    GatherScript script = GatherScript.of(planned, "argosy_gather_" + backends.nextNumber());
    Workplaces places = new Workplaces(run, List.of());
    Workplace workplace = places.home();
    try {
      for (GatherScript.Copy copy : script.tables()) {
        workplace.create(copy.name(), copy.definition());
        fill(places, copy);
      }
      for (String view : script.views()) {
        TextResult.run(workplace.session(), view);
      }
      return new WorkplaceExecution(
          places,
          new NodeExecution(
              workplace.session(), Cluster.HOME, run.binding().request(script.statement()), run));
    } catch (RuntimeException e) {
      places.close();
      throw e;
    }
  }

  private void fill(Workplaces places, GatherScript.Copy copy) {
    NodeSession target = places.session(Cluster.HOME);
    String into = "INSERT INTO " + copy.name() + " (" + GatherScript.quoted(copy.columns()) + ") ";
    String tag = TextResult.run(target, into + copy.source()).tags().getLast();
    long rows = CommandTag.rows(tag);
    List<Fragment> fragments = new ArrayList<>();
    for (int node = Cluster.HOME + 1; node < backends.cluster().nodes().size(); node++) {
      fragments.add(
          new Fragment(node, places.session(node), Request.Extended.of(copy.source(), 1)));
    }
    rows += new Move(run, limit).rows(fragments, target, copy.name(), copy.columns());
    for (String key : copy.keys()) {
      TextResult.run(target, key);
    }
    if (rows > Workplace.ROWS_WORTH_ANALYZING) {
      TextResult.run(target, "ANALYZE " + copy.name());
    }
  }
}
