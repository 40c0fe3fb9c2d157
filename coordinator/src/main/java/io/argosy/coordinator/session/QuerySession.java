package io.argosy.coordinator.session;

import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.activity.StatementActivity;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.roles.Admission;
import io.argosy.coordinator.cluster.roles.RolePasswords;
import io.argosy.coordinator.execute.modify.DifferingCopiesException;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.FailedRunException;
import io.argosy.coordinator.gateway.ClientGoneException;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.coordinator.limit.CoordinatorLimits;
import io.argosy.coordinator.limit.Planning;
import io.argosy.coordinator.limit.StatementQueue;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.metadata.RestartedStatements;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.backend.Savepoints;
import io.argosy.coordinator.session.backend.StatementTurn;
import io.argosy.coordinator.session.client.AnsweredOutput;
import io.argosy.coordinator.session.client.ClientProcesses;
import io.argosy.coordinator.session.client.FunctionOutput;
import io.argosy.coordinator.session.notification.SessionChannels;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.session.transaction.TransactionModes;
import io.argosy.coordinator.settings.EncodingSetting;
import io.argosy.coordinator.settings.PlanningBudget;
import io.argosy.coordinator.settings.ReportedSettings;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.settings.SettingChanges;
import io.argosy.coordinator.settings.StartupParameters;
import io.argosy.coordinator.settings.TimeLimits;
import io.argosy.coordinator.statement.ErrorPositions;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.code.InnerStatements;
import io.argosy.coordinator.statement.cursor.CursorPortal;
import io.argosy.coordinator.statement.prepared.CalledFunction;
import io.argosy.coordinator.statement.prepared.OwnStatements;
import io.argosy.coordinator.statement.prepared.ParameterizedStatements;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.coordinator.statement.prepared.ProtocolNames;
import io.argosy.coordinator.statement.prepared.SessionCalls;
import io.argosy.coordinator.statement.prepared.SessionViews;
import io.argosy.coordinator.statement.prepared.SqlPreparedStatements;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.coordinator.transaction.barrier.FracturedReadException;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.encoding.EncodedValues;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.StatementSplitter;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The session behind one client's connection. */
public final class QuerySession implements ClientSession, ClientProcesses.Session {
  /** Whatever the function is, it is called in a query. */
  private static final SqlStatement CALL = SqlStatement.of("SELECT");

  private static final String APPLICATION = "application_name";

  private static final Values NO_VALUES = new Values(new short[0], List.of());

  private final FunctionOutput functions;
  private final AnsweredOutput client;
  private final CatalogVersions versions;
  private final SessionActivity activity;
  private final Admission admission;
  private final ClientProcesses processes;
  private final SessionSettings settings;
  private final CoordinatorLimits coordinatorLimits;
  private final TimeLimits limits;
  private final Backends backends;
  private final SqlPreparedStatements sqlPrepared;
  private final SessionViews views;
  private final ProtocolNames protocolNames = new ProtocolNames();
  private final OwnStatements own;
  private final StatementDescriber describer;
  private final ParameterizedStatements parameterized;
  private final ProtocolPortals portals;
  private final InnerStatements inner;
  private final StatementDispatcher dispatcher;
  private final StatementTurn turn;
  private final MessageBatch batch;
  private final SettingChanges changes;
  private final RunsAhead ahead = new RunsAhead();
  private final ReportedSettings reported = new ReportedSettings();

  /** The encoding in which the client is told what has failed, and perhaps ended it. */
  private Optional<ClientEncoding> failing = Optional.empty();

  /** The portal whose answer may still hold backends. */
  private StatementPortal active;

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
    this.coordinatorLimits = coordinator.limits();
    StatementQueue.Turn place = coordinatorLimits.statements().turn();
    this.activity = coordinator.activity().open(admission.role().name(), cluster.database(), place);
    this.settings = new SessionSettings(StartupParameters.settings(startup));
    settings.follow(coordinatorLimits.shown());
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
            new Planning(coordinator.planning(), () -> PlanningBudget.of(settings.current())),
            client,
            coordinatorLimits.memory().share(),
            coordinator.types(),
            versions,
            coordinator.keptBackends(),
            new SessionChannels(coordinator.notifications()));
    activity.worksBy(backends.pinnedHome()::processes);
    this.turn = new StatementTurn(place, backends);
    this.sqlPrepared = new SqlPreparedStatements(backends, protocolNames, client);
    this.views =
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
    this.parameterized =
        new ParameterizedStatements(coordinator.parameterizedTexts(), describer, own);
    this.changes = new SettingChanges(backends, settings, limits);
    this.portals = new ProtocolPortals(protocolNames);
    Savepoints savepoints = new Savepoints(backends, settings);
    this.inner =
        new InnerStatements(
            this::inner,
            this::abandonActive,
            this::goesOnBehindCommit,
            versions,
            backends,
            savepoints,
            client);
    this.dispatcher =
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
            batch::isSimple,
            savepoints,
            inner,
            ahead);
    ask();
    client.encodes(() -> failing.orElseGet(() -> EncodingSetting.of(changes)));
  }

  private void ask() {
    String given =
        settings.initial().getOrDefault(EncodingSetting.NAME, ClientEncoding.UTF8.name());
    List<String> asked = new ArrayList<>(ReportedSettings.NAMES);
    asked.addAll(TimeLimits.NAMES);
    asked.add(TransactionModes.DEFAULT_ISOLATION);
    Map<String, String> shown = new LinkedHashMap<>();
    NodeSession home = backends.open(Cluster.HOME);
    try {
      TextResult.run(
              home,
              "SELECT name, CASE WHEN name OPERATOR(pg_catalog.=) 'client_encoding' THEN"
                  + " pg_catalog.pg_encoding_to_char(pg_catalog.pg_char_to_encoding("
                  + Identifiers.literal(given)
                  + ")) ELSE pg_catalog.current_setting(name, true) END"
                  + " FROM pg_catalog.unnest(ARRAY['"
                  + String.join("', '", asked)
                  + "']) AS name")
          .rows()
          .stream()
          .filter(row -> row.get(1) != null)
          .forEach(row -> shown.put(row.get(0), row.get(1)));
    } finally {
      backends.close(home);
    }
    EncodingSetting.require(given, shown.get(EncodingSetting.NAME));
    shown.computeIfPresent(
        EncodingSetting.NAME, (name, known) -> EncodingSetting.named(given, known));
    settings.started(shown);
    shown.keySet().retainAll(ReportedSettings.NAMES);
    reported.start(shown);
    activity.named(shown.getOrDefault(APPLICATION, ""));
  }

  AnsweredOutput client() {
    return client;
  }

  SessionActivity activity() {
    return activity;
  }

  /** The client has got a part of a statement's rows. */
  void pause(StatementActivity statement) {
    activity.pause(statement);
    turn.leave();
  }

  /** The client wants more of them. Backends are kept for it, so that it does not wait. */
  void resume(StatementActivity statement) {
    activity.resume(statement);
    turn.take();
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
    failing = Optional.empty();
    Map<String, String> changed = reported.changes(changes);
    if (changed.containsKey(APPLICATION)) {
      activity.named(changed.get(APPLICATION));
    }
    return changed;
  }

  @Override
  public void simpleQuery(String sql) {
    List<StatementSplitter.Part> statements =
        backends.planning().read(sql, () -> StatementSplitter.split(sql));
    if (statements.isEmpty()) {
      client.empty();
      return;
    }
    awaitNotifications();
    batch.startSimple();
    try {
      guarded(() -> batch.check(sql, statements));
      for (StatementSplitter.Part statement : statements) {
        boolean last = statement == statements.getLast();
        try {
          run(statement.sql(), last, statements.size() > 1);
        } catch (PostgresException e) {
          throw ErrorPositions.shifted(e, statement.start());
        }
      }
    } finally {
      sync();
    }
  }

  @Override
  public void call(int function, Values arguments, short resultFormat) {
    awaitNotifications();
    functions.calls();
    try {
      List<Long> based = versions.known();
      CalledFunction called = guarded(() -> lookedUp(function));
      Values inUtf8 = guarded(() -> inUtf8(arguments, called));
      String query = guarded(() -> called.query(arguments.values().size()));
      PreparedStatement prepared = prepare(query, called.argumentTypes());
      portal(prepared, inUtf8, new short[] {resultFormat}, based).execute(0);
    } finally {
      functions.ends();
      sync();
    }
  }

  private Values inUtf8(Values arguments, CalledFunction called) {
    return new Values(
        arguments.formats(),
        new EncodedValues(client.encoding())
            .parameters(arguments.formats(), arguments.values(), called.argumentTypes()));
  }

  private CalledFunction lookedUp(int function) {
    startTime();
    refuseInFailedTransaction(CALL);
    return describer.function(function);
  }

  private void run(String sql, boolean last, boolean ofSeveral) {
    List<Long> based = versions.known();
    PreparedStatement prepared = prepare(sql, new int[0]);
    if (ofSeveral) {
      dispatcher.joinImplicitTransaction(prepared.statement());
    }
    StatementPortal portal = portal(prepared, NO_VALUES, new short[0], based);
    if (last) {
      portal.markLast();
    }
    if (prepared.statement().kind() == StatementKind.EXECUTE) {
      // Its arguments are evaluated.
      portal.startEarly();
    }
    client.columnsFirst(portal.fields());
    try {
      portal.execute(0);
    } catch (RuntimeException e) {
      if (!tellsColumnsFirst(prepared, e)) {
        client.columnsFirst(Optional.empty());
      }
      throw e;
    } finally {
      client.tellColumns();
    }
  }

  /** PostgreSQL tells those of a query when it runs, and those of others when they have run. */
  private static boolean tellsColumnsFirst(PreparedStatement prepared, RuntimeException failure) {
    return prepared.statement().kind() == StatementKind.QUERY && FailedRunException.isIn(failure);
  }

  @Override
  public PreparedStatement prepare(String sql, int[] parameterTypes) {
    return guarded(
        () -> {
          startTime();
          activity.begin(sql);
          List<StatementSplitter.Part> parts =
              backends.planning().read(sql, () -> StatementSplitter.split(sql));
          if (parts.size() > 1) {
            throw new PostgresException("42601", MessageBatch.SEVERAL);
          }
          if (parts.isEmpty()) {
            return prepare(SqlStatement.of(""), parameterTypes);
          }
          try {
            return prepare(read(parts.getFirst().sql()), parameterTypes);
          } catch (PostgresException e) {
            throw ErrorPositions.shifted(e, parts.getFirst().start());
          }
        });
  }

  private SqlStatement read(String sql) {
    return backends.planning().read(sql, () -> SqlStatement.of(sql));
  }

  private PreparedStatement prepare(SqlStatement written, int[] parameterTypes) {
    SqlStatement statement = withoutPassword(written);
    refuseInFailedTransaction(statement);
    park();
    dispatcher.beforeQuery(statement);
    return parameterized
        .prepare(statement, parameterTypes)
        .orElseGet(() -> describer.prepare(statement, parameterTypes));
  }

  /**
   * A statement of a block of code that is under way.
   *
   * @throws PostgresException 0A000 for what PL/pgSQL has its own statements for
   */
  private List<Field> inner(String sql, int[] types, Values values) {
    SqlStatement statement = read(sql);
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
    StatementPortal portal = portal(prepare(statement, types), values, new short[0], based);
    portal.runWithin();
    return portal.prepared().fields().orElse(List.of());
  }

  /** A block of code has ended its transaction, and begins another one. */
  private void goesOnBehindCommit() {
    portals.endTransaction();
    startTime();
  }

  private void abandonActive() {
    // Who knows what has become of the session's objects.
    own.changing();
    ahead.close();
    if (active != null) {
      StatementPortal portal = active;
      active = null;
      portal.abandon();
    }
  }

  private SqlStatement withoutPassword(SqlStatement statement) {
    String hashed =
        RolePasswords.hashed(
            statement.sql(), statement.tokens(), settings.shown("scram_iterations"));
    return hashed.equals(statement.sql()) ? statement : SqlStatement.of(hashed);
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
    return guarded(
        () -> {
          park();
          return CursorPortal.find(this::execute, client, backends, describer, name);
        });
  }

  @Override
  public void goesOn() {
    guarded(
        () -> {
          startTime();
          backends.timeout().requireTime();
          return this;
        });
  }

  void refuseInFailedTransaction(SqlStatement statement) {
    TransactionBlock block = backends.block();
    if (block == null || !block.failed()) {
      return;
    }
    if (!statement.kind().is(StatementKind.Property.RUNS_IN_FAILED_TRANSACTION)) {
      batch.requireReadable(statement.sql());
      throw new PostgresException(
          "25P02",
          "current transaction is aborted, commands ignored until end of transaction block");
    }
  }

  @Override
  public Portal bind(Prepared statement, Values values, short[] resultFormats) {
    PreparedStatement prepared = (PreparedStatement) statement;
    List<Long> based = versions.known();
    guarded(
        () -> {
          startTime();
          if (!ahead.running()) {
            describer.requireSameRows(prepared);
          }
          return prepared;
        });
    return portal(prepared, values, resultFormats, based);
  }

  private StatementPortal portal(
      PreparedStatement prepared, Values values, short[] resultFormats, List<Long> based) {
    return new StatementPortal(this, prepared, values, resultFormats, based);
  }

  /** What a portal's rows are at this moment. */
  Optional<List<Field>> describeNow(PreparedStatement prepared) {
    return guarded(
        () -> {
          TransactionBlock block = backends.block();
          if (block != null && block.failed()) {
            return prepared.fields();
          }
          park();
          return describer.describe(prepared.statement(), prepared.givenTypes()).fields();
        });
  }

  /**
   * A portal is about to run, behind which the client runs its statement again.
   *
   * @param following gives the values
   */
  void followed(StatementPortal portal, Supplier<Stream<Binding>> following) {
    if (backends.block() != null) {
      ahead.offer(portal.prepared(), following);
    }
  }

  /** Starts a portal's statement. */
  Execution start(StatementPortal portal) {
    refuseInFailedTransaction(portal.prepared().statement());
    if (ahead.running()) {
      backends.statementRollback().guardBy(portal.based(), true);
      turn.take();
      activity.plannedAs(ahead.strategy());
      return ahead.next(portal.prepared(), portal.binding());
    }
    ahead.end();
    if (!batch.isSimple() && portal.prepared().statement().endsListening()) {
      awaitNotifications();
    }
    backends
        .statementRollback()
        .guardBy(
            portal.based(),
            portal.prepared().statement().kind().is(StatementKind.Property.USES_CATALOG));
    batch.join(portal.prepared().statement());
    own.starts(portal.prepared().statement());
    if (!client.captures()) {
      inner.starts();
    }
    return dispatcher.start(portal.prepared(), portal.binding());
  }

  /** Whether the session's transaction has begun. */
  boolean inTransaction() {
    return backends.block() != null;
  }

  /**
   * A statement has failed of which the client knows nothing yet. If that is since it is based on
   * an older catalog than the nodes have, or since others have changed copies of a table meanwhile,
   * it is prepared to start again.
   *
   * @return whether it is to start again
   */
  boolean startsAgain(StatementPortal portal, RuntimeException failure) {
    if (ahead.isBehindOthers()) {
      // Runs that the client has not asked for cannot be undone alone.
      return false;
    }
    boolean ranOthers = client.captures() || inner.ran() && portal.begunBefore();
    boolean differs = failure instanceof DifferingCopiesException;
    boolean again =
        differs
            ? portal.copiesMayAgree() && !backends.timeout().isOver()
            : failure instanceof FracturedReadException || isOutdated(portal, failure);
    if (client.answered() || ranOthers || changesByItself(portal) || !again) {
      return false;
    }
    active = null;
    portal.stop();
    ahead.end();
    if (!(failure instanceof FracturedReadException)) {
      versions.restarted().expect();
    }
    boolean undone =
        differs
            ? backends.statementRollback().undoOnAllNodes(portal.begunBefore())
            : backends.statementRollback().undoParts(portal.begunBefore());
    if (!undone) {
      return false;
    }
    own.changing();
    startTime();
    if (failure instanceof FracturedReadException fractured) {
      backends.snapshots().awaitEnd(fractured);
    }
    List<Long> based = versions.known();
    PreparedStatement prepared = portal.prepared();
    if (batch.isSimple()) {
      portal.startAgain(prepare(SqlStatement.of(prepared.text()), new int[0]), based);
      client.columnsFirst(portal.fields());
    } else if (prepared.isTold()) {
      describer.requireSameRows(prepared);
      portal.startAgain(prepared, based);
    } else {
      portal.startAgain(anew(prepared), based);
    }
    return true;
  }

  /** The client's statement is complete, or others come before its end: it stays as it is. */
  void settle() {
    if (!client.captures() && !ahead.running()) {
      backends.statementRollback().settle();
    }
  }

  /** Definitions wait for a statement that starts again, until it has started. */
  RestartedStatements.Turn holdDefinitions() {
    return versions.restarted().startAgain();
  }

  /** What runs outside of transactions has done a part of its work, and changed versions itself. */
  private static boolean changesByItself(StatementPortal portal) {
    return portal.prepared().statement().kind() == StatementKind.MAINTENANCE;
  }

  /** The client knows nothing of a statement yet, but has given the values of its parameters. */
  private PreparedStatement anew(PreparedStatement prepared) {
    PreparedStatement anew = prepare(SqlStatement.of(prepared.text()), prepared.clientTypes());
    if (!Arrays.equals(anew.parameterTypes(), prepared.parameterTypes())) {
      throw new PostgresException(
          "40001",
          "the types of the statement's parameters were changed while it was prepared",
          "Try the transaction again.");
    }
    prepared.replaceBy(anew);
    return anew;
  }

  /** What is wrong with an older plan is told by the node, or seen when its answer is read. */
  private boolean isOutdated(StatementPortal portal, RuntimeException failure) {
    if (failure instanceof PostgresException told) {
      return versions.isOutdated(told, portal.based());
    }
    return !(failure instanceof ClientGoneException) && versions.newerThan(portal.based());
  }

  /** Before a portal starts: the one before gives its backends free, and fails for itself. */
  void beforeStart(StatementPortal portal) {
    park();
    switch (portal.prepared().statement().kind()) {
      case COMMIT, ROLLBACK -> backends.statementRollback().forget();
      default -> settle();
    }
    backends.statementRollback().starts();
  }

  /** A portal starts, perhaps again. */
  void becomesActive(StatementPortal portal) {
    active = portal;
  }

  private void park() {
    if (active != null) {
      active.park();
      active = null;
    }
  }

  /**
   * Whether a portal that is closed must be read to its end all the same. To cancel it would abort
   * the transaction that it is a part of, and undo a change that PostgreSQL makes as a whole
   * however few of its rows are asked for.
   */
  boolean mustEnd(StatementPortal portal) {
    if (active != portal) {
      return false;
    }
    TransactionBlock block = backends.block();
    return block != null
        ? !block.failed()
        : portal.prepared().statement().kind() != StatementKind.QUERY;
  }

  /** A portal's statement is complete. */
  void executed(StatementPortal portal) {
    batch.executed(portal.prepared().statement());
    ahead.executed(portal.prepared());
  }

  /** A portal's answer holds no backends any more. */
  void ended(StatementPortal portal) {
    if (active == portal) {
      active = null;
      backends.endStatement();
    }
  }

  /** The time of a statement runs from its first message on, until it is complete. */
  private void startTime() {
    settings.follow(coordinatorLimits.shown());
    backends.timeout().start(limits.ofStatement(backends.block()));
  }

  /** Whether what runs is committed by the end of the client's message, which is to come. */
  private boolean endsWithSync() {
    return backends.block() != null && backends.block().implicit();
  }

  /**
   * Runs a portal, or a part of it, in its time: only what is measured can be cancelled.
   *
   * @param part says whether the portal is complete
   */
  boolean execute(Supplier<Boolean> part) {
    return guarded(
        () -> {
          startTime();
          boolean complete = part.get();
          if (complete) {
            backends.timeout().complete(endsWithSync());
          }
          return complete;
        });
  }

  /** Runs a part of a statement; a failure makes the transaction fail, as in PostgreSQL. */
  <T> T guarded(Supplier<T> part) {
    try {
      return part.get();
    } catch (PostgresException e) {
      PostgresException told = backends.diagnosis().explained(e);
      activity.fail(told.error().sqlState());
      failed();
      throw told;
    } catch (RuntimeException | Error e) {
      activity.fail("XX000");
      failed();
      throw e;
    }
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
      if (active != null && (backends.block() == null || backends.block().implicit())) {
        active.close();
      }
    } finally {
      if (backends.block() == null) {
        backends.endStatement();
      }
      guarded(
          () -> {
            endImplicitTransaction();
            return Optional.empty();
          });
      backends.timeout().stop();
      if (backends.block() == null) {
        own.ended();
      }
    }
  }

  /** Commits a transaction that the client has not begun itself, or rolls it back if it failed. */
  void endImplicitTransaction() {
    TransactionBlock block = backends.block();
    if (block == null || !block.implicit()) {
      return;
    }
    if (block.failed()) {
      backends.transaction().rollback();
    } else {
      backends.transaction().commit();
    }
  }

  @Override
  public void failed() {
    backends.timeout().stop();
    abandonActive();
    TransactionBlock block = backends.block();
    if (block != null) {
      failing = Optional.of(client.encoding());
      if (client.captures()) {
        // The code that runs it may catch the failure.
        block.markFailed();
      } else {
        backends.transaction().abort();
      }
    }
    backends.endStatement();
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
    if (active != null) {
      active.abandon();
      active = null;
    }
    try (admission) {
      backends.close();
    } finally {
      processes.remove(activity.processId());
      activity.close();
    }
  }
}
