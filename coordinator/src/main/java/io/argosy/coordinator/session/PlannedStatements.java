package io.argosy.coordinator.session;

import io.argosy.coordinator.activity.ActivityTables;
import io.argosy.coordinator.activity.ResourceTables;
import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.analysis.RowLocks;
import io.argosy.coordinator.analysis.SideEffects;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.modify.CommittingExecution;
import io.argosy.coordinator.execute.repeat.PlannedRun;
import io.argosy.coordinator.execute.repeat.RepeatedRuns;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.health.HealthTables;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.backend.StatementTurn;
import io.argosy.coordinator.session.client.AnsweredOutput;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.code.CodeStatements;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.coordinator.statement.setting.SettingsStatements;
import io.argosy.coordinator.write.WriteCommand;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Pruning;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Starts queries and changes of rows, when they are planned. */
final class PlannedStatements {
  private final CoordinatorServices coordinator;
  private final Backends backends;
  private final StatementDescriber describer;
  private final AnsweredOutput client;
  private final StatementTurn turn;
  private final SettingsStatements settings;
  private final WriteCommand writes;
  private final CodeStatements codes;
  private final RunsAhead ahead;
  private final ReadOnlyRule readOnly;
  private final MessageBatch batch;
  private final ShortChanges shortChanges = new ShortChanges();
  private final BiFunction<PreparedStatement, Binding, Execution> other;

  /**
   * @param batch the client's message or pipeline
   * @param other starts a statement of a function's body
   */
  PlannedStatements(
      CoordinatorServices coordinator,
      Backends backends,
      StatementDescriber describer,
      AnsweredOutput client,
      StatementTurn turn,
      SettingsStatements settings,
      WriteCommand writes,
      CodeStatements codes,
      RunsAhead ahead,
      ReadOnlyRule readOnly,
      MessageBatch batch,
      BiFunction<PreparedStatement, Binding, Execution> other) {
    this.coordinator = coordinator;
    this.backends = backends;
    this.describer = describer;
    this.client = client;
    this.turn = turn;
    this.settings = settings;
    this.writes = writes;
    this.codes = codes;
    this.ahead = ahead;
    this.readOnly = readOnly;
    this.batch = batch;
    this.other = other;
  }

  Execution query(PreparedStatement prepared, Binding binding) {
    PlannedStatement planned =
        prepared.statement().callsSetConfig()
            ? describer.planSettings(
                prepared.statement().sql(), prepared.givenTypes(), prepared.description())
            : describer.plan(prepared);
    prepared.requireSameMeaning(planned.relations());
    backends.activity().plannedAs(planned.strategy());
    chooseWay(planned, prepared.statement());
    Optional<Execution> called = functions(prepared, binding, planned);
    if (called.isPresent()) {
      return called.get();
    }
    beforeNotify(planned, prepared.statement());
    if (prepared.statement().signals() && !isAtHome(planned)) {
      throw new PostgresException(
          "0A000",
          "pg_terminate_backend and pg_cancel_backend over placed tables are not supported",
          "Read the rows first, and give the functions constants.");
    }
    if (readOnly.refusesWrites(prepared.statement()) && planned.mayChangeMore()) {
      readOnly.attempt(prepared.statement(), binding);
    }
    if (planned.readsCatalogsOnly() || prepared.statement().signals()) {
      // Who wants to see what keeps others waiting, or to end it, is not kept waiting by it.
      turn.take();
      backends.activity().looksOn();
    } else {
      turn.await();
    }
    if (prepared.statement().locksRows()) {
      planned = RowLocks.kept(planned);
      backends.markRowsLocked();
      if (planned.plan() instanceof Plan.Pushdown) {
        // Until it ends, be it the statement by itself.
        backends.ensureWriting();
      }
    }
    if (prepared.statement().marksBackend()) {
      backends.pinnedHome().pin();
    }
    numbers(planned, prepared.statement());
    if (planned.sideEffects().mayWrite()) {
      backends.ensureTransaction();
      backends.holdSlots(isAtHome(planned));
    }
    writeTables(planned);
    if (planned.sideEffects().setsSettings()) {
      return settings.setByFunction(prepared, planned, binding);
    }
    if (isForReplicas(prepared.statement(), planned)) {
      backends.startRead();
    }
    if (planned.changesNothing() && !prepared.statement().locksRows()) {
      backends.readsOnly();
    }
    // What only reads, too: a backend that is cancelled early has no savepoint of its own yet.
    prepareToUndo(planned);
    StatementRun run = new StatementRun(backends, binding, client);
    PlannedStatement known = planned;
    PlanExecutor executor = coordinator.executor();
    if (prepared.statement().locksRows()) {
      return executor.start(known, run.ofLockedRows());
    }
    if (!PlanExecutor.isOfOneNode(known)) {
      return executor.start(known, run);
    }
    return ahead
        .startQueries(
            new BoundRun(prepared, binding), known.strategy(), runs -> readAhead(known, run, runs))
        .orElseGet(() -> executor.start(known, run));
  }

  /** Runs a query, and those that follow it which are the same but for their parameters. */
  private Optional<RepeatedRuns> readAhead(
      PlannedStatement planned, StatementRun run, Iterator<BoundRun> runs) {
    BoundRun first = runs.next();
    Map<PreparedStatement, Optional<PlannedStatement>> plans = new IdentityHashMap<>();
    plans.put(first.prepared(), Optional.of(planned));
    List<PlannedRun> reads = new ArrayList<>();
    for (BoundRun next = first; next != null; next = runs.hasNext() ? runs.next() : null) {
      Optional<PlannedStatement> plan =
          plans.computeIfAbsent(next.prepared(), other -> sameRead(other, first, planned));
      if (plan.isEmpty() || !next.hasResultFormatsOf(first)) {
        break;
      }
      reads.add(new PlannedRun(plan.get(), next.binding()));
    }
    return coordinator.executor().readRepeated(reads, run);
  }

  /** How a statement is planned that differs from a query in the types of its parameters only. */
  private Optional<PlannedStatement> sameRead(
      PreparedStatement other, BoundRun first, PlannedStatement planned) {
    PreparedStatement query = first.prepared();
    return other.statement().sql().equals(query.statement().sql())
            && other.fields().equals(query.fields())
        ? describer
            .knownPlan(other)
            .filter(PlanExecutor::isOfOneNode)
            .filter(plan -> plan.sql().equals(planned.sql()))
        : Optional.empty();
  }

  /** Before anything is leased for it: what moves rows does so through the nodes' agents. */
  private void chooseWay(PlannedStatement planned, SqlStatement statement) {
    boolean constants =
        planned.insertsRows()
            && statement.tokens().stream().noneMatch(token -> token.isWord("select"));
    if (PlanExecutor.movesRows(planned.plan()) && !constants) {
      backends.movesRows();
    }
  }

  /** What other nodes are told is not heard. */
  private void beforeNotify(PlannedStatement planned, SqlStatement statement) {
    if (!statement.callsNotify()) {
      return;
    }
    if (!isAtHome(planned)) {
      throw new PostgresException(
          "0A000",
          "pg_notify in a statement over placed tables is not supported",
          "Read the rows first, and then NOTIFY.");
    }
    backends.transaction().beforeNotify();
  }

  private static boolean isAtHome(PlannedStatement planned) {
    return planned.plan() instanceof Plan.Route route
        && route.target() instanceof Plan.Target.HomeNode;
  }

  private static boolean isForReplicas(SqlStatement statement, PlannedStatement planned) {
    boolean pushed =
        planned.plan() instanceof Plan.Pushdown
            || (planned.plan() instanceof Plan.Route && !isAtHome(planned));
    return pushed
        && !planned.sideEffects().mayWrite()
        && !statement.locksRows()
        && !statement.marksBackend();
  }

  /** Brings relations up to date that tell of the coordinator, where the query reads them. */
  private void writeTables(PlannedStatement planned) {
    for (RelationFact relation : planned.relations()) {
      if (relation.schema().equals("argosy")) {
        switch (relation.name()) {
          case "transactions" -> coordinator.transactions().writeTable().forEach(client::notice);
          case ActivityTables.ACTIVITY -> coordinator.tables().writeActivity();
          case ActivityTables.STATEMENTS -> coordinator.tables().writeStatements();
          case ResourceTables.STATEMENTS -> coordinator.resources().writeStatements();
          case ResourceTables.STAGES -> coordinator.resources().writeStages();
          case ActivityTables.NODE_RESOURCES ->
              coordinator.tables().writeNodeResources().forEach(client::notice);
          case HealthTables.STATES -> coordinator.health().writeStates();
          case HealthTables.SIZES -> coordinator.health().writeSizes();
          default -> {}
        }
      }
    }
  }

  /** The answer to a statement whose functions the coordinator runs; empty if it runs as it is. */
  private Optional<Execution> functions(
      PreparedStatement prepared, Binding binding, PlannedStatement planned) {
    if (!(planned.plan() instanceof Plan.Refused refused)) {
      return Optional.empty();
    }
    turn.markUsed();
    return codes.function(prepared, binding, refused, other::apply);
  }

  Execution modification(PreparedStatement prepared, Binding binding) {
    PlannedStatement planned = describer.plan(prepared);
    prepared.requireSameMeaning(planned.relations());
    backends.activity().plannedAs(planned.strategy());
    chooseWay(planned, prepared.statement());
    Optional<Execution> called = functions(prepared, binding, planned);
    if (called.isPresent()) {
      return called.get();
    }
    beforeNotify(planned, prepared.statement());
    if (prepared.statement().locksRows()) {
      RowLocks.requireOfTargetOnly(planned);
    }
    if (readOnly.refusesWrites(prepared.statement()) && !planned.writesTemporaryOnly()) {
      readOnly.attempt(prepared.statement(), binding);
    }
    if (!mayCommitAtOnce(prepared, planned)) {
      return change(prepared, binding, planned);
    }
    Optional<Execution> committing =
        shortChanges.contains(planned)
            ? startCommitting(prepared, binding, planned)
            : Optional.empty();
    return shortChanges.observed(
        planned, committing.orElseGet(() -> change(prepared, binding, planned)));
  }

  private Optional<Execution> startCommitting(
      PreparedStatement prepared, Binding binding, PlannedStatement planned) {
    if (planned.plan() instanceof Plan.Modify) {
      // It is refused as it would be at another time.
      coordinator.transactions().requireTwoPhaseCommit();
    }
    return writes.startCommitting(
        planned,
        new StatementRun(backends, binding, client),
        new CommittingExecution.Caller() {
          @Override
          public Execution startInTransaction() {
            shortChanges.pause(planned);
            return change(prepared, binding, planned);
          }

          @Override
          public void committed() {
            client.markAnswered();
          }
        });
  }

  /**
   * Whether a statement can be committed with its run: it is all of its transaction, returns
   * nothing that could not be told to the client then, and nothing of users' runs by it.
   */
  private boolean mayCommitAtOnce(PreparedStatement prepared, PlannedStatement planned) {
    SqlStatement statement = prepared.statement();
    SideEffects sideEffects = planned.sideEffects();
    return statement.kind() == StatementKind.MODIFICATION
        && batch.endsHere()
        && !client.captures()
        && backends.writesAlone()
        && prepared.fields().isEmpty()
        && planned.standsAlone()
        && !sideEffects.takesNumbers()
        && !sideEffects.setsOffRules()
        && !statement.locksRows()
        && !statement.marksBackend()
        && !statement.callsNotify()
        && !statement.asksForNumbers();
  }

  /** Starts a statement in the transaction that is open, or that it opens. */
  private Execution change(PreparedStatement prepared, Binding binding, PlannedStatement planned) {
    if (planned.plan() instanceof Plan.Modify
        || planned.plan() instanceof Plan.Carried
        || planned.plan() instanceof Plan.Staged) {
      backends.ensureTransaction();
    } else {
      backends.ensureWriting();
    }
    numbers(planned, prepared.statement());
    prepareToUndo(planned);
    StatementRun run = new StatementRun(backends, binding, client);
    boolean asText =
        batch.isSimple()
            && planned.sideEffects().setsOffRules()
            && prepared.fields().isEmpty()
            && prepared.parameterTypes().length == 0;
    return ahead
        .start(
            new BoundRun(prepared, binding),
            planned.strategy(),
            bindings -> writes.startRepeated(planned, run, bindings))
        .orElseGet(() -> writes.start(planned, asText ? run.ofText(prepared.text()) : run));
  }

  private void prepareToUndo(PlannedStatement planned) {
    boolean onOneNode =
        switch (planned.plan()) {
          case Plan.Route ignored -> true;
          case Plan.Modify change ->
              !change.replicated()
                  && change.pruning() instanceof Pruning.Keys keys
                  && keys.values().size() == 1;
          default -> false;
        };
    if (!onOneNode && !client.captures()) {
      backends.statementRollback().prepare();
    }
  }

  private void numbers(PlannedStatement planned, SqlStatement statement) {
    if (planned.sideEffects().takesNumbers()) {
      backends.takeNumbers();
    } else if (statement.asksForNumbers()) {
      backends.requireNumbers();
    }
  }
}
