package io.argosy.coordinator.session;

import io.argosy.coordinator.activity.ActivityTables;
import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.analysis.RowLocks;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.explain.ExplainStatements;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.backend.Savepoints;
import io.argosy.coordinator.session.backend.StatementTurn;
import io.argosy.coordinator.session.backend.SuspendedKeys;
import io.argosy.coordinator.session.client.AnsweredOutput;
import io.argosy.coordinator.session.notification.SessionChannels;
import io.argosy.coordinator.session.transaction.ReadOnlyAttempt;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.settings.SetConfigCalls;
import io.argosy.coordinator.settings.SettingChanges;
import io.argosy.coordinator.settings.TimeLimits;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.code.CodeBlock;
import io.argosy.coordinator.statement.code.CodeStatements;
import io.argosy.coordinator.statement.code.InnerStatements;
import io.argosy.coordinator.statement.copy.CopyCommands;
import io.argosy.coordinator.statement.cursor.CursorStatements;
import io.argosy.coordinator.statement.definition.DefinitionReach;
import io.argosy.coordinator.statement.definition.DefinitionStatements;
import io.argosy.coordinator.statement.definition.MaterializedViews;
import io.argosy.coordinator.statement.definition.TableFromQueryStatements;
import io.argosy.coordinator.statement.placement.NamedPlacements;
import io.argosy.coordinator.statement.placement.PlacementStatements;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.coordinator.statement.prepared.SessionViews;
import io.argosy.coordinator.statement.prepared.SqlPreparedStatements;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.coordinator.statement.setting.SettingsStatements;
import io.argosy.coordinator.write.WriteCommand;
import io.argosy.node.TextResult;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Pruning;
import io.argosy.protocol.message.PostgresException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Gives each kind of statement to the part of the coordinator that answers it. */
final class StatementDispatcher {
  private final CoordinatorServices coordinator;
  private final Backends backends;
  private final StatementDescriber describer;
  private final AnsweredOutput client;
  private final StatementTurn turn;
  private final TransactionStatements transactions;
  private final SettingsStatements settingsStatements;
  private final DefinitionStatements definitions;
  private final PlacementStatements placements;
  private final ExplainStatements explanations;
  private final TableFromQueryStatements tablesFromQueries;
  private final MaterializedViews materializedViews;
  private final SqlPreparedStatements sqlPrepared;
  private final CopyCommands copies;
  private final CursorStatements cursors;
  private final ProtocolPortals portals;
  private final WriteCommand writes;
  private final BooleanSupplier simple;
  private final CodeStatements codes;
  private final RunsAhead ahead;

  StatementDispatcher(
      CoordinatorServices coordinator,
      Backends backends,
      SessionSettings settings,
      SettingChanges changes,
      TimeLimits limits,
      StatementDescriber describer,
      SqlPreparedStatements sqlPrepared,
      SessionViews views,
      ProtocolPortals portals,
      AnsweredOutput client,
      StatementTurn turn,
      BooleanSupplier simple,
      Savepoints savepoints,
      InnerStatements inner,
      RunsAhead ahead) {
    this.simple = simple;
    this.ahead = ahead;
    this.codes = new CodeStatements(backends, client, inner, describer);
    this.coordinator = coordinator;
    this.turn = turn;
    this.backends = backends;
    this.describer = describer;
    this.sqlPrepared = sqlPrepared;
    this.portals = portals;
    this.client = client;
    this.transactions = new TransactionStatements(backends, savepoints, portals, client);
    this.settingsStatements = new SettingsStatements(backends, settings, changes, limits, client);
    NamedPlacements named = new NamedPlacements(backends, client);
    this.definitions =
        new DefinitionStatements(
            coordinator.databases(),
            coordinator.versions(),
            coordinator::forgetCatalog,
            backends,
            client,
            named);
    this.placements = new PlacementStatements(backends, client);
    this.writes =
        new WriteCommand(describer, coordinator.executor(), coordinator.analyzer().builtins());
    this.materializedViews =
        new MaterializedViews(
            backends, client, describer, coordinator.executor(), settingsStatements);
    this.tablesFromQueries =
        new TableFromQueryStatements(
            backends,
            client,
            describer,
            coordinator.executor(),
            definitions,
            named,
            materializedViews,
            sqlPrepared);
    this.explanations =
        new ExplainStatements(
            coordinator.executor(),
            coordinator.cluster(),
            backends,
            describer,
            writes,
            sqlPrepared,
            tablesFromQueries,
            client);
    this.cursors = new CursorStatements(backends, describer, coordinator.executor(), client, views);
    this.copies = new CopyCommands(backends, client, describer, coordinator.executor());
  }

  /**
   * Before a statement of a text of several: they are one transaction, unless they say otherwise.
   */
  void joinImplicitTransaction(SqlStatement statement) {
    switch (statement.kind()) {
      case EMPTY, BEGIN, COMMIT, ROLLBACK -> {}
      default -> backends.beginImplicitly();
    }
  }

  /** Before a statement is looked at: those that take a snapshot in PostgreSQL take it now. */
  void beforeQuery(SqlStatement statement) {
    if (statement.takesSnapshot()) {
      backends.beforeQuery();
    }
  }

  /** Starts a statement that has been prepared and bound. */
  Execution start(PreparedStatement prepared, Binding binding) {
    SqlStatement statement = prepared.statement();
    SuspendedKeys.require(backends, statement);
    awaitTurn(statement.kind());
    beforeQuery(statement);
    refuseInReadOnly(statement, binding);
    refuseUnplannedSettings(statement);
    refuseUnplannedSignals(statement);
    backends.startStatement(statement.mayWrite());
    if (statement.marksBackend()) {
      // In whichever of them it is called.
      backends.runUnknownFunctions();
    }
    backends.activity().plannedAs(statement.kind().group());
    return switch (statement.kind()) {
      case QUERY -> query(prepared, binding);
      case MODIFICATION, MODIFYING_WITH -> modification(prepared, binding);
      case BEGIN,
          COMMIT,
          ROLLBACK,
          SAVEPOINT,
          RELEASE,
          ROLLBACK_TO,
          SET_TRANSACTION,
          SET_CONSTRAINTS ->
          transactions.run(statement);
      case SET -> settingsStatements.set(statement);
      case RESET -> settingsStatements.reset(statement);
      case DISCARD -> discard(statement);
      case SHOW -> settingsStatements.shown(statement).orElseGet(() -> onHome(statement, binding));
      case DEFINITION -> define(statement);
      case MAINTENANCE -> definitions.maintain(statement);
      case TEMPORARY -> definitions.onHome(statement);
      case PLACEMENT -> placements.place(statement, binding);
      case HOME -> home(prepared, binding);
      case EMPTY -> throw new IllegalArgumentException("an empty statement is not started");
      case TWO_PHASE ->
          throw new PostgresException(
              "0A000",
              "two-phase commit by hand is not supported",
              "Use COMMIT: a transaction is committed on all of its nodes or on none.");
      case EXPLAIN -> explanations.explain(prepared, binding);
      case COPY -> {
        backends.mayTellOthers();
        yield copies.run(statement.sql(), statement.tokens());
      }
      case PREPARE -> {
        // It asks no node, so none would say that what is known is outdated.
        coordinator.versions().newerThan(coordinator.versions().known());
        yield sqlPrepared.prepare(statement, describer);
      }
      case EXECUTE -> execute(statement, binding);
      case DEALLOCATE -> sqlPrepared.deallocate(statement);
      case TABLE_FROM_QUERY -> tablesFromQueries.create(statement, binding);
    };
  }

  private Execution define(SqlStatement statement) {
    Optional<Execution> refreshed =
        statement.word(0).equals("refresh")
            ? materializedViews.refresh(statement)
            : Optional.empty();
    return refreshed.orElseGet(() -> definitions.define(statement));
  }

  /** A query waits when it is known what it reads. */
  private void awaitTurn(SqlStatement.Kind kind) {
    switch (kind) {
      case MODIFICATION,
          MODIFYING_WITH,
          TABLE_FROM_QUERY,
          PLACEMENT,
          DEFINITION,
          MAINTENANCE,
          COPY,
          EXPLAIN ->
          turn.await();
      case HOME, TEMPORARY -> turn.markUsed();
      case QUERY,
          EMPTY,
          BEGIN,
          COMMIT,
          ROLLBACK,
          SAVEPOINT,
          RELEASE,
          ROLLBACK_TO,
          TWO_PHASE,
          SET,
          RESET,
          SHOW,
          SET_TRANSACTION,
          SET_CONSTRAINTS,
          DISCARD,
          PREPARE,
          EXECUTE,
          DEALLOCATE -> {}
    }
  }

  /** Expressions that the home node evaluates although nothing is known of them. */
  private static void refuseUnplannedSettings(SqlStatement statement) {
    if (!statement.callsSetConfig()) {
      return;
    }
    boolean evaluates =
        switch (statement.kind()) {
          case EXECUTE, COPY, PLACEMENT -> true;
          case DEFINITION -> statement.word(0).equals("alter");
          default -> false;
        };
    if (evaluates) {
      throw SetConfigCalls.refused();
    }
  }

  /** PostgreSQL's own functions would stop backends of the node, which work for anybody. */
  private static void refuseUnplannedSignals(SqlStatement statement) {
    boolean evaluates =
        switch (statement.kind()) {
          case MODIFICATION, MODIFYING_WITH, TABLE_FROM_QUERY, EXPLAIN, COPY, HOME, PLACEMENT ->
              true;
          default -> false;
        };
    if (evaluates && statement.signals()) {
      throw new PostgresException(
          "0A000",
          "pg_terminate_backend and pg_cancel_backend within such a statement are not supported",
          "Use a SELECT of its own.");
    }
  }

  private boolean refusesWrites(SqlStatement statement) {
    if (backends.block() == null
        && statement.mayWrite()
        && statement.kind() != SqlStatement.Kind.MAINTENANCE
        && backends.homePinned()
        && backends.readOnlyByDefault()) {
      // The transaction that it is by itself.
      backends.beginImplicitly();
      backends.asked();
    }
    TransactionBlock block = backends.block();
    return block != null && block.refusesWrites();
  }

  /**
   * Where the nodes do not refuse by themselves what writes. Of what changes rows the plan says
   * whether it may.
   */
  private void refuseInReadOnly(SqlStatement statement, Binding binding) {
    if (!refusesWrites(statement)) {
      return;
    }
    boolean writes =
        switch (statement.kind()) {
          case PLACEMENT ->
              throw new PostgresException(
                  "25006", "cannot execute " + statement.word(1) + "() in a read-only transaction");
          case TABLE_FROM_QUERY, DEFINITION, TEMPORARY, EXPLAIN -> true;
          case COPY -> statement.tokens().stream().anyMatch(token -> token.isWord("from"));
          case QUERY -> statement.locksRows();
          case EMPTY,
              BEGIN,
              COMMIT,
              ROLLBACK,
              SAVEPOINT,
              RELEASE,
              ROLLBACK_TO,
              TWO_PHASE,
              SET,
              RESET,
              SHOW,
              SET_TRANSACTION,
              SET_CONSTRAINTS,
              DISCARD,
              PREPARE,
              EXECUTE,
              DEALLOCATE,
              MAINTENANCE,
              MODIFICATION,
              MODIFYING_WITH,
              HOME ->
              false;
        };
    if (writes) {
      ReadOnlyAttempt.run(backends.asked(), binding.request(statement.sql()));
    }
  }

  private Execution execute(SqlStatement statement, Binding binding) {
    SqlPreparedStatements.Call call = sqlPrepared.call(statement, binding);
    return start(call.statement(), call.binding());
  }

  private Execution discard(SqlStatement statement) {
    Execution execution = settingsStatements.discard(statement);
    if (statement.word(1).equals("all")) {
      sqlPrepared.clear();
    }
    return execution;
  }

  private Execution query(PreparedStatement prepared, Binding binding) {
    PlannedStatement planned =
        prepared.statement().callsSetConfig()
            ? describer.planSettings(
                prepared.statement().sql(), prepared.givenTypes(), prepared.description())
            : describer.plan(prepared);
    prepared.requireSameMeaning(planned.relations());
    backends.activity().plannedAs(planned.strategy());
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
    if (refusesWrites(prepared.statement()) && planned.mayChangeMore()) {
      ReadOnlyAttempt.run(backends.asked(), binding.request(prepared.statement().sql()));
    }
    if (planned.readsCatalogsOnly()) {
      // Who wants to see what keeps others waiting is not kept waiting by it.
      turn.take();
    } else {
      turn.await();
    }
    if (prepared.statement().locksRows()) {
      planned = RowLocks.kept(planned);
      if (planned.plan() instanceof Plan.Pushdown) {
        // Until it ends, be it the statement by itself.
        backends.ensureWriting();
      }
    }
    if (prepared.statement().marksBackend()) {
      backends.pinHome();
    }
    numbers(planned, prepared.statement());
    if (planned.sideEffects().mayWrite()
        && (planned.plan() instanceof Plan.Route || backends.inTransaction())) {
      backends.ensureTransaction();
    }
    writeTables(planned);
    if (planned.sideEffects().setsSettings()) {
      return settingsStatements.setByFunction(prepared, planned, binding);
    }
    if (isForReplicas(prepared.statement(), planned)) {
      backends.startRead();
    }
    if (planned.changesNothing() && !prepared.statement().locksRows()) {
      backends.readsOnly();
    } else {
      prepareToUndo(planned);
    }
    StatementRun run = new StatementRun(backends, binding, client);
    return coordinator
        .executor()
        .start(planned, prepared.statement().locksRows() ? run.ofLockedRows() : run);
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
    backends.beforeNotify();
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
    return codes.function(prepared, binding, refused, this::start);
  }

  private Execution modification(PreparedStatement prepared, Binding binding) {
    PlannedStatement planned = describer.plan(prepared);
    prepared.requireSameMeaning(planned.relations());
    backends.activity().plannedAs(planned.strategy());
    Optional<Execution> called = functions(prepared, binding, planned);
    if (called.isPresent()) {
      return called.get();
    }
    beforeNotify(planned, prepared.statement());
    if (prepared.statement().locksRows()) {
      RowLocks.requireOfTargetOnly(planned);
    }
    if (refusesWrites(prepared.statement()) && !planned.writesTemporaryOnly()) {
      ReadOnlyAttempt.run(backends.asked(), binding.request(prepared.statement().sql()));
    }
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
        simple.getAsBoolean()
            && planned.sideEffects().setsOffRules()
            && prepared.fields().isEmpty()
            && prepared.parameterTypes().length == 0;
    return ahead
        .start(
            prepared,
            binding,
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
      backends.prepareToUndo();
    }
  }

  private void numbers(PlannedStatement planned, SqlStatement statement) {
    if (planned.sideEffects().takesNumbers()) {
      backends.takeNumbers();
    } else if (statement.asksForNumbers()) {
      backends.requireNumbers();
    }
  }

  private Execution onHome(SqlStatement statement, Binding binding) {
    return new NodeExecution(backends.home(), binding.request(statement.sql()), client);
  }

  private Execution home(PreparedStatement prepared, Binding binding) {
    SqlStatement statement = prepared.statement();
    return switch (statement.word(0)) {
      case "listen", "unlisten" -> {
        backends.changeChannels(SessionChannels.Change.of(statement));
        yield new ImmediateExecution(statement.word(0).toUpperCase(Locale.ROOT));
      }
      case "load" -> {
        backends.pinHome();
        yield onHome(statement, binding);
      }
      case "notify" -> {
        backends.beforeNotify();
        yield onHome(statement, binding);
      }
      case "lock" -> lock(statement);
      case "do", "call" -> code(prepared, binding);
      case "declare" -> cursors.declare(statement, binding);
      case "fetch", "move", "close" ->
          portals.run(statement).orElseGet(() -> onHome(statement, binding));
      default ->
          new ImmediateExecution(TextResult.run(backends.home(), statement.sql()).tags().getLast());
    };
  }

  private Execution code(PreparedStatement prepared, Binding binding) {
    SqlStatement statement = prepared.statement();
    CodeBlock block = CodeBlock.of(statement);
    if (backends.block() != null) {
      // It takes a snapshot, as all nodes do then.
      backends.beforeQuery();
    }
    Optional<String> obstacle = block.obstacle(backends.asked());
    if (obstacle.isPresent()) {
      return codes.takenApart(prepared, binding, block, obstacle.get());
    }
    if (refusesWrites(statement)) {
      ReadOnlyAttempt.run(backends.asked(), binding.request(statement.sql()));
    }
    if (block.defines()) {
      return definitions.define(statement);
    }
    backends.ensureWriting();
    backends.takeNumbers();
    backends.runUnknownFunctions();
    backends.mayTellOthers();
    return onHome(statement, binding);
  }

  /** The home node first, as all that changes every node does. */
  private Execution lock(SqlStatement statement) {
    DefinitionReach reach = DefinitionReach.of(statement, backends);
    String tag = TextResult.run(backends.home(), statement.sql()).tags().getLast();
    if (reach.homeOnly()) {
      return new ImmediateExecution(tag);
    }
    backends.markTablesLocked();
    String elsewhere = reach.elsewhereAfter();
    for (int node = Cluster.HOME + 1; node < backends.cluster().nodes().size(); node++) {
      TextResult.run(backends.on(node), elsewhere);
    }
    return new ImmediateExecution(tag);
  }
}
