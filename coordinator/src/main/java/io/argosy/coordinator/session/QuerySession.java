package io.argosy.coordinator.session;

import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.roles.Admission;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.coordinator.limit.Planning;
import io.argosy.coordinator.limit.StatementQueue;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.backend.Savepoints;
import io.argosy.coordinator.session.backend.StatementTurn;
import io.argosy.coordinator.session.client.AnsweredOutput;
import io.argosy.coordinator.session.client.ClientProcesses;
import io.argosy.coordinator.session.client.FunctionOutput;
import io.argosy.coordinator.session.notification.SessionChannels;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.settings.CardinalityFeedbackSetting;
import io.argosy.coordinator.settings.EncodingSetting;
import io.argosy.coordinator.settings.PlanningBudget;
import io.argosy.coordinator.settings.ReportedSettings;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.settings.SettingChanges;
import io.argosy.coordinator.settings.StartupParameters;
import io.argosy.coordinator.settings.TimeLimits;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.code.InnerStatements;
import io.argosy.coordinator.statement.cursor.CursorPortal;
import io.argosy.coordinator.statement.prepared.OwnStatements;
import io.argosy.coordinator.statement.prepared.ParameterizedStatements;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.coordinator.statement.prepared.ProtocolNames;
import io.argosy.coordinator.statement.prepared.SessionCalls;
import io.argosy.coordinator.statement.prepared.SessionViews;
import io.argosy.coordinator.statement.prepared.SqlPreparedStatements;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.StatementSplitter;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The session behind one client's connection: puts together what answers the client's messages.
 * Used by the connection's thread; {@link #cancel} and {@link #terminate} by any.
 */
public final class QuerySession implements ClientSession, ClientProcesses.Session {
  private static final String APPLICATION = "application_name";

  private final FunctionOutput functions;
  private final AnsweredOutput client;
  private final CatalogVersions versions;
  private final SessionActivity activity;
  private final Admission admission;
  private final ClientProcesses processes;
  private final SessionSettings settings;
  private final TimeLimits limits;
  private final Backends backends;
  private final SqlPreparedStatements sqlPrepared;
  private final ProtocolNames protocolNames = new ProtocolNames();
  private final OwnStatements own;
  private final StatementDescriber describer;
  private final ProtocolPortals portals;
  private final MessageBatch batch;
  private final SettingChanges changes;
  private final RunsAhead ahead = new RunsAhead();
  private final ActivePortal active;
  private final TransactionCommand command;
  private final StatementPreparer preparer;
  private final PortalContext context;
  private final SimpleQuery simple;
  private final FunctionCall calls;
  private final ReportedSettings reported = new ReportedSettings();

  private volatile Optional<Control> control = Optional.empty();

  /**
   * @param admission whom the client has logged in as; closed with the session
   */
  public QuerySession(
      CoordinatorServices coordinator,
      Admission admission,
      Map<String, String> startup,
      ClientOutput output) {
    Cluster cluster = coordinator.cluster();
    this.functions = new FunctionOutput(output);
    this.client = new AnsweredOutput(functions);
    this.versions = coordinator.versions();
    this.admission = admission;
    this.processes = coordinator.processes();
    client.signals(notice -> processes.signal(notice, admission.role().name()));
    StatementQueue.Turn place = coordinator.limits().statements().turn();
    this.activity = coordinator.activity().open(admission.role().name(), cluster.database(), place);
    this.settings = new SessionSettings(StartupParameters.settings(startup));
    settings.follow(coordinator.limits().shown());
    this.limits = new TimeLimits(settings);
    this.backends =
        new Backends(
            cluster,
            coordinator.snapshots(),
            coordinator.transactions(),
            coordinator.deadlocks(),
            coordinator.profiles(),
            admission.role(),
            settings,
            limits,
            activity,
            place,
            new Planning(
                coordinator.planning(),
                () -> PlanningBudget.of(settings.current()),
                () -> CardinalityFeedbackSetting.of(settings.current())),
            client,
            coordinator.limits().memory().share(),
            coordinator.types(),
            versions,
            coordinator.keptBackends(),
            new SessionChannels(coordinator.notifications()));
    activity.worksBy(backends.pinnedHome()::processes);
    StatementTurn turn = new StatementTurn(place, backends);
    this.sqlPrepared = new SqlPreparedStatements(backends, protocolNames, client);
    SessionViews views =
        new SessionViews(
            sqlPrepared,
            protocolNames,
            new SessionCalls(
                activity::processId,
                backends.channels(),
                processes,
                () -> client.encoding().name()));
    this.own =
        new OwnStatements(coordinator.cache(), backends.pinnedHome()::pins, admission.role());
    this.describer =
        new StatementDescriber(
            coordinator.analyzer(),
            coordinator.cache(),
            backends,
            settings,
            admission.role(),
            sqlPrepared,
            views,
            own);
    this.batch = new MessageBatch(backends, describer, sqlPrepared, client);
    this.active = new ActivePortal(backends, own, ahead);
    this.command =
        new TransactionCommand(
            backends, settings, coordinator.limits(), limits, activity, client, active);
    this.changes = new SettingChanges(backends, settings, limits);
    this.portals = new ProtocolPortals(protocolNames);
    Savepoints savepoints = new Savepoints(backends, settings);
    InnerStatements inner =
        new InnerStatements(
            this::inner,
            active::fail,
            this::goesOnBehindCommit,
            versions,
            backends,
            savepoints,
            client);
    StatementDispatcher dispatcher =
        new StatementDispatcher(
            coordinator,
            backends,
            settings,
            changes,
            limits,
            describer,
            sqlPrepared,
            views,
            portals,
            client,
            turn,
            batch,
            savepoints,
            inner,
            ahead);
    this.preparer =
        new StatementPreparer(
            backends,
            settings,
            activity,
            command,
            active,
            batch,
            dispatcher,
            new ParameterizedStatements(coordinator.parameterizedTexts(), describer, own),
            describer);
    PortalExecution execution =
        new PortalExecution(
            backends,
            turn,
            activity,
            client,
            active,
            batch,
            dispatcher,
            own,
            inner,
            ahead,
            this::awaitNotifications);
    StatementRetry retry =
        new StatementRetry(
            backends, versions, client, command, active, preparer, describer, own, inner, batch,
            ahead);
    this.context =
        new PortalContext(command, active, preparer, execution, retry, batch, client, activity);
    this.simple = new SimpleQuery(versions, context, dispatcher);
    this.calls = new FunctionCall(versions, context, describer);
    Map<String, String> shown = StartupSettings.ask(backends, settings);
    reported.start(shown);
    activity.named(shown.getOrDefault(APPLICATION, ""));
    client.encodes(() -> command.failing().orElseGet(() -> EncodingSetting.of(changes)));
  }

  @Override
  public void connected(int processId, SocketAddress address) {
    activity.connected(processId, address);
    processes.add(processId, admission.role().name(), this);
  }

  @Override
  public void names(Names names) {
    protocolNames.set(names);
  }

  @Override
  public Map<String, String> reportedParameters() {
    return reported.told();
  }

  @Override
  public Map<String, String> changedParameters() {
    command.told();
    Map<String, String> changed = reported.changes(changes);
    if (changed.containsKey(APPLICATION)) {
      activity.named(changed.get(APPLICATION));
    }
    return changed;
  }

  @Override
  public void simpleQuery(String sql) {
    List<StatementSplitter.Part> statements = preparer.split(sql);
    if (statements.isEmpty()) {
      client.empty();
      return;
    }
    awaitNotifications();
    batch.startSimple();
    try {
      simple.run(sql, statements);
    } finally {
      sync();
    }
  }

  @Override
  public void call(int function, Values arguments, short resultFormat) {
    awaitNotifications();
    functions.calls();
    try {
      calls.run(function, arguments, resultFormat);
    } finally {
      functions.ends();
      sync();
    }
  }

  @Override
  public PreparedStatement prepare(String sql, int[] parameterTypes) {
    return preparer.prepare(sql, parameterTypes);
  }

  /**
   * A statement of a block of code that is under way.
   *
   * @throws PostgresException 0A000 for what PL/pgSQL has its own statements for
   */
  private List<Field> inner(String sql, int[] types, Values values) {
    SqlStatement statement = preparer.read(sql);
    if (statement.kind().is(StatementKind.Property.CONTROLS_TRANSACTION)) {
      throw new PostgresException("0A000", "EXECUTE of transaction commands is not implemented");
    }
    if (statement.kind() == StatementKind.TABLE_FROM_QUERY && !statement.word(0).equals("create")) {
      throw new PostgresException(
          "0A000",
          "EXECUTE of SELECT ... INTO is not implemented",
          "You might want to use EXECUTE ... INTO or EXECUTE CREATE TABLE ... AS instead.");
    }
    List<Long> based = versions.known();
    PreparedStatement prepared = preparer.prepare(statement, types);
    StatementPortal portal = context.bound(prepared, values, new short[0], based);
    portal.runWithin();
    return portal.prepared().fields().orElse(List.of());
  }

  /** A block of code has ended its transaction, and begins another one. */
  private void goesOnBehindCommit() {
    portals.endTransaction();
    command.startTime();
  }

  @Override
  public Optional<Prepared> preparedBySql(String name) {
    return sqlPrepared.find(name).map(statement -> statement);
  }

  @Override
  public boolean isPreparedBySql(String name) {
    return sqlPrepared.find(name).isPresent();
  }

  @Override
  public Optional<Portal> cursor(String name) {
    return command.guarded(
        () -> {
          active.park();
          return CursorPortal.find(command::execute, client, backends, describer, name);
        });
  }

  @Override
  public void goesOn() {
    command.guarded(
        () -> {
          command.startTime();
          backends.timeout().requireTime();
          return this;
        });
  }

  @Override
  public Portal bind(Prepared statement, Values values, short[] resultFormats) {
    PreparedStatement prepared = (PreparedStatement) statement;
    List<Long> based = versions.known();
    command.guarded(
        () -> {
          command.startTime();
          if (!ahead.running()) {
            describer.requireSameRows(prepared);
          }
          return prepared;
        });
    return context.bound(prepared, values, resultFormats, based);
  }

  @Override
  public void sync() {
    try {
      endBatch();
    } finally {
      activity.idle(transactionStatus());
    }
  }

  private void endBatch() {
    batch.end();
    if (ahead.running()) {
      throw new IllegalStateException("a pipeline ends before what was read of it");
    }
    ahead.close();
    try {
      active.endBatch();
    } finally {
      if (backends.block() == null) {
        backends.endStatement();
      }
      command.guarded(
          () -> {
            command.endImplicitTransaction();
            return Optional.empty();
          });
      backends.timeout().stop();
      if (backends.block() == null) {
        own.ended();
      }
    }
  }

  @Override
  public void failed() {
    command.fail();
  }

  @Override
  public boolean listens() {
    return backends.channels().listens() && backends.block() == null;
  }

  @Override
  public void deliverNotifications() {
    if (listens()) {
      backends.channels().deliver(client);
    }
  }

  @Override
  public void awaitNotifications() {
    if (listens()) {
      backends.channels().catchUp();
      backends.channels().deliver(client);
    }
  }

  @Override
  public void controls(Control newControl) {
    control = Optional.of(newControl);
    backends.channels().wakes(newControl::wake);
  }

  @Override
  public void terminate() {
    control.ifPresent(connection -> connection.end(PostgresError.TERMINATED));
    backends.timeout().end(PostgresError.TERMINATED);
  }

  @Override
  public Optional<TimeLimit> silenceLimit() {
    return limits.ofSilence(backends.block());
  }

  @Override
  public char transactionStatus() {
    TransactionBlock block = backends.block();
    if (block == null || block.implicit()) {
      return 'I';
    }
    return block.failed() ? 'E' : 'T';
  }

  @Override
  public void cancel() {
    backends.timeout().expire(PostgresError.CANCELLED);
  }

  @Override
  public void close() {
    active.abandon();
    try (admission) {
      backends.close();
    } finally {
      processes.remove(activity.processId());
      activity.close();
    }
  }
}
