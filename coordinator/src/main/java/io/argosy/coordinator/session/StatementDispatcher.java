package io.argosy.coordinator.session;

import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.explain.ExplainStatements;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.backend.Savepoints;
import io.argosy.coordinator.session.backend.StatementTurn;
import io.argosy.coordinator.session.backend.SuspendedKeys;
import io.argosy.coordinator.session.client.AnsweredOutput;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.settings.SetConfigCalls;
import io.argosy.coordinator.settings.SettingChanges;
import io.argosy.coordinator.settings.TimeLimits;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.code.CodeStatements;
import io.argosy.coordinator.statement.code.InnerStatements;
import io.argosy.coordinator.statement.copy.CopyCommands;
import io.argosy.coordinator.statement.cursor.CursorStatements;
import io.argosy.coordinator.statement.definition.DefinitionStatements;
import io.argosy.coordinator.statement.definition.MaterializedViews;
import io.argosy.coordinator.statement.definition.TableFromQueryStatements;
import io.argosy.coordinator.statement.placement.NamedPlacements;
import io.argosy.coordinator.statement.placement.NodeJoin;
import io.argosy.coordinator.statement.placement.PlacementStatements;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.coordinator.statement.prepared.SessionViews;
import io.argosy.coordinator.statement.prepared.SqlPreparedStatements;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.coordinator.statement.setting.SettingsStatements;
import io.argosy.coordinator.write.WriteCommand;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;

/** Gives each kind of statement to the part of the coordinator that answers it. */
final class StatementDispatcher {
  private final CoordinatorServices coordinator;
  private final Backends backends;
  private final StatementDescriber describer;
  private final StatementTurn turn;
  private final PlannedStatements planned;
  private final TransactionStatements transactions;
  private final SettingsStatements settings;
  private final DefinitionStatements definitions;
  private final PlacementStatements placements;
  private final NodeJoin joins;
  private final ExplainStatements explanations;
  private final TableFromQueryStatements tablesFromQueries;
  private final MaterializedViews materializedViews;
  private final SqlPreparedStatements sqlPrepared;
  private final CopyCommands copies;
  private final HomeStatements home;
  private final ReadOnlyRule readOnly;

  /**
   * @param batch the client's message or pipeline
   */
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
      MessageBatch batch,
      Savepoints savepoints,
      InnerStatements inner,
      RunsAhead ahead) {
    this.coordinator = coordinator;
    this.backends = backends;
    this.describer = describer;
    this.turn = turn;
    this.sqlPrepared = sqlPrepared;
    this.readOnly = new ReadOnlyRule(backends);
    this.transactions = new TransactionStatements(backends, savepoints, portals, client);
    this.settings = new SettingsStatements(backends, settings, changes, limits, client);
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
    this.joins = new NodeJoin(backends, coordinator.directory(), coordinator.databases(), client);
    PlanExecutor executor = coordinator.executor();
    this.materializedViews =
        new MaterializedViews(backends, client, describer, executor, this.settings);
    this.tablesFromQueries =
        new TableFromQueryStatements(
            backends,
            client,
            describer,
            executor,
            definitions,
            named,
            materializedViews,
            sqlPrepared);
    WriteCommand writes = new WriteCommand(describer, executor, coordinator.analyzer().builtins());
    this.explanations =
        new ExplainStatements(
            executor,
            coordinator.cluster(),
            backends,
            describer,
            writes,
            sqlPrepared,
            tablesFromQueries,
            client);
    this.copies = new CopyCommands(backends, client, describer, executor);
    CodeStatements codes = new CodeStatements(backends, client, inner, describer);
    this.planned =
        new PlannedStatements(
            coordinator,
            backends,
            describer,
            client,
            turn,
            this.settings,
            writes,
            codes,
            ahead,
            readOnly,
            batch,
            this::start);
    CursorStatements cursors = new CursorStatements(backends, describer, executor, client, views);
    this.home =
        new HomeStatements(backends, client, codes, cursors, definitions, portals, readOnly);
  }

  /**
   * Before a statement of a text of several: they are one transaction, unless they say otherwise.
   */
  void joinImplicitTransaction(SqlStatement statement) {
    if (!statement.kind().is(StatementKind.Property.STARTS_NO_TRANSACTION)) {
      backends.beginImplicitly();
    }
  }

  /** Before a statement is looked at: those that take a snapshot in PostgreSQL take it now. */
  void beforeQuery(SqlStatement statement) {
    if (statement.takesSnapshot()) {
      backends.transactionSnapshot().beforeQuery();
    }
  }

  /** Starts a statement that has been prepared and bound. */
  Execution start(PreparedStatement prepared, Binding binding) {
    SqlStatement statement = prepared.statement();
    SuspendedKeys.require(backends.transaction(), statement);
    awaitTurn(statement.kind());
    beforeQuery(statement);
    readOnly.refuse(statement, binding);
    refuseUnplannedSettings(statement);
    refuseUnplannedSignals(statement);
    backends.startStatement(statement.mayWrite());
    if (statement.marksBackend()) {
      // In whichever of them it is called.
      backends.runUnknownFunctions();
    }
    backends.activity().plannedAs(statement.kind().group());
    return switch (statement.kind()) {
      case EMPTY -> throw new IllegalArgumentException("an empty statement is not started");
      case QUERY -> planned.query(prepared, binding);
      case MODIFICATION, MODIFYING_WITH -> planned.modification(prepared, binding);
      case BEGIN,
          COMMIT,
          ROLLBACK,
          SAVEPOINT,
          RELEASE,
          ROLLBACK_TO,
          SET_TRANSACTION,
          SET_CONSTRAINTS ->
          transactions.run(statement);
      case TWO_PHASE -> throw twoPhase();
      case SET -> settings.set(statement);
      case RESET -> settings.reset(statement);
      case SHOW -> settings.shown(statement).orElseGet(() -> home.asItIs(statement, binding));
      case DISCARD -> discard(statement);
      case DEFINITION -> define(statement);
      case MAINTENANCE -> definitions.maintain(statement);
      case TEMPORARY -> definitions.onHome(statement);
      case PLACEMENT ->
          statement.addsNode()
              ? joins.add(statement, binding)
              : placements.place(statement, binding);
      case HOME -> home.start(prepared, binding);
      case EXPLAIN -> explanations.explain(prepared, binding);
      case COPY -> copy(statement);
      case PREPARE -> prepare(statement);
      case EXECUTE -> execute(statement, binding);
      case DEALLOCATE -> sqlPrepared.deallocate(statement);
      case TABLE_FROM_QUERY -> tablesFromQueries.create(statement, binding);
    };
  }

  private static PostgresException twoPhase() {
    return new PostgresException(
        "0A000",
        "two-phase commit by hand is not supported",
        "Use COMMIT: a transaction is committed on all of its nodes or on none.");
  }

  private Execution copy(SqlStatement statement) {
    backends.transaction().mayTellOthers();
    return copies.run(statement.sql(), statement.tokens());
  }

  private Execution prepare(SqlStatement statement) {
    // It asks no node, so none would say that what is known is outdated.
    coordinator.versions().newerThan(coordinator.versions().known());
    return sqlPrepared.prepare(statement, describer);
  }

  private Execution define(SqlStatement statement) {
    Optional<Execution> refreshed =
        statement.word(0).equals("refresh")
            ? materializedViews.refresh(statement)
            : Optional.empty();
    return refreshed.orElseGet(() -> definitions.define(statement));
  }

  private void awaitTurn(StatementKind kind) {
    if (kind.is(StatementKind.Property.WAITS_FOR_TURN)) {
      turn.await();
    } else if (kind.is(StatementKind.Property.USES_TURN)) {
      turn.markUsed();
    }
  }

  /** Expressions that the home node evaluates although nothing is known of them. */
  private static void refuseUnplannedSettings(SqlStatement statement) {
    if (!statement.callsSetConfig()) {
      return;
    }
    boolean evaluates =
        statement.kind().is(StatementKind.Property.REFUSES_SETTINGS)
            || statement.kind() == StatementKind.DEFINITION && statement.word(0).equals("alter");
    if (evaluates) {
      throw SetConfigCalls.refused();
    }
  }

  /** PostgreSQL's own functions would stop backends of the node, which work for anybody. */
  private static void refuseUnplannedSignals(SqlStatement statement) {
    if (statement.kind().is(StatementKind.Property.REFUSES_SIGNALS) && statement.signals()) {
      throw new PostgresException(
          "0A000",
          "pg_terminate_backend and pg_cancel_backend within such a statement are not supported",
          "Use a SELECT of its own.");
    }
  }

  private Execution execute(SqlStatement statement, Binding binding) {
    SqlPreparedStatements.Call call = sqlPrepared.call(statement, binding);
    return start(call.statement(), call.binding());
  }

  private Execution discard(SqlStatement statement) {
    Execution execution = settings.discard(statement);
    if (statement.word(1).equals("all")) {
      sqlPrepared.clear();
    }
    return execution;
  }
}
