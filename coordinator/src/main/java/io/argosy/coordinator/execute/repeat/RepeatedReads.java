package io.argosy.coordinator.execute.repeat;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.types.NodeTypes;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.HeldNotices;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs of one query, each on one node, as if nothing had been committed between them: they see one
 * state of the nodes. Without that, a run could see less than one before it on another node. They
 * change nothing, so that what cannot be kept of them is run again when its turn comes. Within a
 * transaction that has nothing of its own to see they run beside it, unless they tell its time: its
 * own backends may hold locks that others wait for.
 */
public final class RepeatedReads {
  private static final Logger LOG = LoggerFactory.getLogger(RepeatedReads.class);

  /** For fewer it is not worth while to begin transactions. */
  private static final int FEWEST = 8;

  /** How long the home node is asked where they run. */
  private static final Duration PATIENCE = Duration.ofMillis(5);

  /** So many times a node prepares the text, and once more. */
  private static final int MOST_FORMS = 4;

  /** What the client asks for, and what is known of where it runs. */
  private final List<RunsOnNodes.Run> runs = new ArrayList<>();

  private final List<Binding> forms = new ArrayList<>();
  private final Map<Integer, List<Integer>> byForm = new TreeMap<>();
  private final SentBytes sent = new SentBytes();

  private RepeatedReads() {}

  /**
   * Runs them, or the first of them.
   *
   * @param reads runs of one text
   * @param owner the position of the node that has a run
   * @return empty where each is to be run by itself
   * @throws PostgresException 57014 when they were cancelled
   */
  public static Optional<RepeatedRuns> start(
      List<PlannedRun> reads, ToIntFunction<PlannedRun> owner, StatementRun run) {
    NodeBackends backends = run.backends();
    if (reads.size() < FEWEST
        || !mayRunBeside(reads.getFirst().planned(), backends)
        || backends.serializesStatements()
        || !backends.snapshots().showTheSame()) {
      return Optional.empty();
    }
    RepeatedReads started = new RepeatedReads();
    started.take(reads, owner);
    KeptRuns kept =
        started.runs.size() < FEWEST
            ? KeptRuns.none()
            : started.read(reads.getFirst().planned(), run);
    backends.startRuns(1);
    return kept.size() == 0 ? Optional.empty() : Optional.of(kept);
  }

  private static boolean mayRunBeside(PlannedStatement planned, NodeBackends backends) {
    return !backends.inTransaction() || (backends.readsBeside() && !tellsTime(planned));
  }

  /** Itself, or perhaps by a view. */
  private static boolean tellsTime(PlannedStatement planned) {
    boolean byView =
        planned.relations().stream().anyMatch(relation -> relation.definition() != null);
    return byView
        || planned.plan() instanceof Plan.Route route
            && route.target() instanceof Plan.Target.KeyOwner owner
            && owner.timed().isPresent();
  }

  private Set<Integer> nodes() {
    return runs.stream().map(RunsOnNodes.Run::node).collect(Collectors.toSet());
  }

  /** Takes those that can be sent together. */
  private void take(List<PlannedRun> reads, ToIntFunction<PlannedRun> owner) {
    long start = System.nanoTime();
    for (PlannedRun read : reads) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        return;
      }
      int node;
      try {
        node = owner.applyAsInt(read);
      } catch (RuntimeException e) {
        LOG.debug("a run of a query fails when its turn comes", e);
        return;
      }
      int form = form(read.binding());
      // A node's own numbers of types of users are looked up for the first form only.
      boolean other = form > 0 && NodeTypes.anyOfUsers(read.binding().types());
      if (form > MOST_FORMS || other || !sent.take(node, read.binding())) {
        return;
      }
      byForm.computeIfAbsent(form, f -> new ArrayList<>()).add(runs.size());
      runs.add(new RunsOnNodes.Run(node, read.binding()));
    }
  }

  /** The number of those with the same types and formats of parameters. */
  private int form(Binding binding) {
    for (int i = 0; i < forms.size(); i++) {
      if (binding.hasParametersOf(forms.get(i))) {
        return i;
      }
    }
    forms.add(binding);
    return forms.size() - 1;
  }

  /**
   * What the runs wait for before they have their snapshot: nothing. A table that has been emptied
   * meanwhile would be empty for a snapshot that was taken before.
   */
  private static String lock(PlannedStatement planned) {
    return planned.relations().stream()
        .map(
            relation ->
                Identifiers.quote(relation.schema()) + "." + Identifiers.quote(relation.name()))
        .distinct()
        .collect(Collectors.joining(", ", "LOCK TABLE ", " IN ACCESS SHARE MODE NOWAIT"));
  }

  private KeptRuns read(PlannedStatement planned, StatementRun run) {
    NodeBackends backends = run.backends();
    if (!backends.inTransaction()) {
      KeptRuns kept = readTogether(planned, run, Map.of());
      if (kept.size() < runs.size()) {
        backends.giveUpFailed();
      }
      return kept;
    }
    if (!backends.takeBeside(nodes())) {
      return KeptRuns.none();
    }
    try {
      // Who waits for them may be waited for by the transaction's own backends.
      return readTogether(planned, run, RunsWithoutWaiting.PATIENCE);
    } finally {
      backends.giveBackBeside();
    }
  }

  private KeptRuns readTogether(
      PlannedStatement planned, StatementRun run, Map<String, String> settings) {
    // Those with the same types of parameters go together: a node prepares the text for each.
    List<Integer> order = byForm.values().stream().flatMap(List::stream).toList();
    HeldNotices notices = new HeldNotices(run.client());
    try (RunsOnNodes started =
        RunsOnNodes.startReads(
            order.stream().map(runs::get).toList(),
            planned.sql(),
            settings,
            lock(planned),
            run,
            notices)) {
      return KeptRuns.readQueries(started, notices).inOrder(order);
    } catch (PostgresException e) {
      if (KeptRuns.isCancel(e)) {
        throw e;
      }
      // They see no one state, or a node is not there.
      LOG.debug("runs of a query go one by one", e);
      return KeptRuns.none();
    }
  }
}
