package io.argosy.coordinator.execute.modify;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.ParallelFragments;
import io.argosy.coordinator.execute.run.SpooledExecution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.node.CommandTag;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A modification that runs on several nodes. The target's rows are either spread, and then all
 * answers count, or the same everywhere, and then the home node's does. Replicated targets are
 * locked on the home node first, since the fragment ends there before it starts elsewhere: two of
 * them then cannot deadlock across nodes.
 */
public final class ModifyExecution implements Execution {
  private final List<Fragment> fragments;
  private final boolean replicated;
  private final StatementRun run;
  private ParallelFragments running;
  private String homeTag;

  public ModifyExecution(List<Fragment> fragments, boolean replicated, StatementRun run) {
    this.fragments = fragments;
    this.replicated = replicated;
    this.run = run;
    this.running = new ParallelFragments(replicated ? fragments.subList(0, 1) : fragments);
    if (replicated && fragments.getFirst().node() != Cluster.HOME) {
      throw new IllegalArgumentException("a replicated table is written on the home node first");
    }
  }

  /**
   * Starts a client's statement. Of copies it gets no row before all have changed alike: while it
   * knows nothing, the statement can be run again.
   */
  public static Execution start(
      List<Fragment> fragments, boolean replicated, PlannedStatement planned, StatementRun run) {
    if (fragments.size() == 1 && !replicated) {
      Fragment only = fragments.getFirst();
      return NodeExecution.ofFragment(only.session(), only.node(), only.request(), run);
    }
    Execution execution = new ModifyExecution(fragments, replicated, run);
    return replicated && fragments.size() > 1 && planned.description().fields().isPresent()
        ? new SpooledExecution(execution)
        : execution;
  }

  @Override
  public Batch next() {
    Batch batch = running.next(run.client());
    if (batch == null && replicated && homeTag == null) {
      homeTag = running.tags().getFirst();
      run.add(running.statistics());
      if (fragments.size() > 1) {
        Copies.awaitCommits(run.backends());
      }
      running = new ParallelFragments(fragments.subList(1, fragments.size()));
      // What the other nodes return and give notice of is what the home node has.
      running.awaitAll(notice -> {});
      running.tags().forEach(tag -> Copies.requireSame(homeTag, tag));
    }
    if (batch == null) {
      run.add(running.statistics());
    }
    return batch;
  }

  @Override
  public String tag(long rows) {
    if (replicated) {
      return homeTag;
    }
    // "INSERT 0 n", "UPDATE n", "DELETE n": the counts add up.
    String first = running.tags().getFirst();
    String verb = first.substring(0, first.lastIndexOf(' '));
    long total = running.tags().stream().collect(Collectors.summingLong(CommandTag::rows));
    return verb + " " + total;
  }

  @Override
  public void close() {
    running.close();
  }
}
