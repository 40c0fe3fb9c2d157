package io.argosy.coordinator.execute;

import io.argosy.agent.node.Request;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.wire.ClientOutput;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Runs of one statement that returns no rows, each on all nodes. The home node has all of them
 * before the others get the first, so that those who change the same rows wait for each other
 * there.
 */
public final class RunsOnAllNodes implements RepeatedRuns {
  private final Iterator<Execution> answers;

  /**
   * Runs all of them.
   *
   * @param bindings the values of each run, in the same formats
   * @return empty when there is one only
   */
  public static Optional<RepeatedRuns> start(
      Iterator<Binding> bindings, String sql, StatementRun run) {
    List<Binding> all = new ArrayList<>();
    bindings.forEachRemaining(all::add);
    return all.size() < 2 ? Optional.empty() : Optional.of(new RunsOnAllNodes(all, sql, run));
  }

  private RunsOnAllNodes(List<Binding> bindings, String sql, StatementRun run) {
    Request.Repeated request =
        new Request.Repeated(
            bindings
                .getFirst()
                .request(sql)
                .withSettings(run.backends().startRuns(bindings.size())),
            bindings.stream().skip(1).map(Binding::values).toList());
    List<Execution> all = new ArrayList<>();
    try (RepeatedStatement home = on(Cluster.HOME, request, run, run.client())) {
      readAll(home, bindings.size(), all);
    } catch (PostgresException e) {
      all.add(FailedExecution.of(e));
    }
    if (!(all.getLast() instanceof FailedExecution)) {
      runElsewhere(request, bindings.size(), run);
    }
    this.answers = all.iterator();
  }

  private static void runElsewhere(Request.Repeated request, int count, StatementRun run) {
    List<RepeatedStatement> others = new ArrayList<>();
    try {
      for (int node = Cluster.HOME + 1; node < run.backends().cluster().nodes().size(); node++) {
        others.add(on(node, request, run, run.clientWithoutNotices()));
      }
      others.forEach(other -> readAll(other, count, new ArrayList<>()));
    } finally {
      others.forEach(RepeatedStatement::close);
    }
  }

  private static RepeatedStatement on(
      int node, Request.Repeated request, StatementRun run, ClientOutput client) {
    return new RepeatedStatement(run.backends().on(node), request, client);
  }

  private static void readAll(RepeatedStatement statement, int count, List<Execution> answers) {
    for (int i = 0; i < count; i++) {
      answers.add(KeptExecution.of(statement.next()));
    }
  }

  @Override
  public boolean hasNext() {
    return answers.hasNext();
  }

  @Override
  public Execution next() {
    return answers.next();
  }

  @Override
  public void close() {
    // All have ended.
  }
}
