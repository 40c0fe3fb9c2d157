package io.argosy.coordinator.statement.prepared;

import io.argosy.coordinator.analysis.Description;
import io.argosy.coordinator.analysis.MomentLiterals;
import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.StatementAnalyzer;
import io.argosy.coordinator.analysis.StatementCache;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.LoggedInRole;
import io.argosy.coordinator.cluster.types.NodeTypes;
import io.argosy.coordinator.execute.run.StatementPlanner;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.settings.SetConfigCalls;
import io.argosy.coordinator.statement.ErrorPositions;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.TableDefinition;
import io.argosy.coordinator.statement.TemporaryObjects;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.message.TypeOids;
import io.argosy.sql.lexer.Token;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Descriptions and plans of a session's statements: from the cache where they are known, else from
 * the home node. A session that has changed the catalog in its transaction, or that has temporary
 * tables, asks its own backend and keeps what it learns to itself ({@link OwnStatements}).
 */
public final class StatementDescriber implements StatementPlanner {
  private static final String ATTEMPT = "argosy_attempt";
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final StatementAnalyzer analyzer;
  private final StatementCache cache;
  private final Backends backends;
  private final SessionSettings settings;
  private final LoggedInRole role;
  private final SqlPreparedStatements sqlPrepared;
  private final SessionViews views;
  private final OwnStatements own;
  private final Map<Integer, CalledFunction> builtins = new HashMap<>();

  public StatementDescriber(
      StatementAnalyzer analyzer,
      StatementCache cache,
      Backends backends,
      SessionSettings settings,
      LoggedInRole role,
      SqlPreparedStatements sqlPrepared,
      SessionViews views,
      OwnStatements own) {
    this.analyzer = analyzer;
    this.cache = cache;
    this.backends = backends;
    this.settings = settings;
    this.role = role;
    this.sqlPrepared = sqlPrepared;
    this.views = views;
    this.own = own;
  }

  public PreparedStatement prepare(SqlStatement statement, int[] givenTypes) {
    long version = onOwnBackend() ? PreparedStatement.UNSHARED : cache.version();
    Description description = describe(statement, givenTypes);
    boolean keepsMeaning =
        statement.kind().is(StatementKind.Property.PLANNED) && backends.homePinned();
    return new PreparedStatement(
        statement,
        givenTypes,
        description,
        version,
        meaningful(),
        keepsMeaning ? temporaryNames() : Set.of());
  }

  private Set<String> temporaryNames() {
    return own.temporaryNames(() -> TemporaryObjects.read(backends.asked()).names());
  }

  /**
   * The same for a text that the client has not written: that there is an error in it is nothing
   * that the transaction should fail by.
   */
  public PreparedStatement attempt(SqlStatement statement, int[] givenTypes) {
    return asksTransaction()
            && own.knownDescription(statement.sql(), givenTypes, meaningful()).isEmpty()
        ? undone(() -> prepare(statement, givenTypes))
        : prepare(statement, givenTypes);
  }

  /** Whether an error in what is asked of the home node would be one of the transaction. */
  private boolean asksTransaction() {
    return onOwnBackend() && backends.inTransaction();
  }

  private <T> T undone(Supplier<T> question) {
    NodeSession home = backends.asked();
    TextResult.run(home, "SAVEPOINT " + ATTEMPT);
    try {
      return question.get();
    } finally {
      TextResult.run(home, "ROLLBACK TO SAVEPOINT " + ATTEMPT + "; RELEASE SAVEPOINT " + ATTEMPT);
    }
  }

  /**
   * Before a statement is used that was prepared some time ago. Clients may still go by what they
   * were told of its rows then, so they are told, as by PostgreSQL, when that is true no more.
   *
   * @throws PostgresException 0A000, from the routine of PostgreSQL by which drivers know that they
   *     have to prepare it anew
   */
  public void requireSameRows(PreparedStatement prepared) {
    TransactionBlock block = backends.block();
    boolean changed =
        onOwnBackend()
            || prepared.catalogVersion() != cache.version()
            || !prepared.settings().equals(meaningful())
            || (block != null && block.catalogChanged());
    if (!changed
        || !prepared.statement().kind().is(StatementKind.Property.PLANNED)
        || (block != null && block.failed())) {
      return;
    }
    Description now = describeCached(prepared.statement().sql(), prepared.givenTypes());
    if (!columns(now).equals(columns(prepared.description()))) {
      throw new PostgresException(
          PostgresError.of("0A000", "cached plan must not change result type")
              .with('R', "RevalidateCachedQuery"));
    }
  }

  private static Optional<List<List<Object>>> columns(Description description) {
    return description
        .fields()
        .map(
            fields ->
                fields.stream()
                    .map(
                        field ->
                            List.<Object>of(field.name(), field.typeOid(), field.typeModifier()))
                    .toList());
  }

  public Description describe(SqlStatement statement, int[] givenTypes) {
    return switch (statement.kind()) {
      case QUERY, MODIFICATION, MODIFYING_WITH -> describeCached(statement.sql(), givenTypes);
      case HOME ->
          statement.word(0).equals("declare")
              ? cursor(statement, givenTypes)
              : askHome(statement.sql(), givenTypes);
      case SHOW -> askHome(statement.sql(), givenTypes);
      case EXPLAIN -> {
        if (backends.inTransaction()) {
          // To describe it there is to lock its tables until the transaction ends.
          backends.block().markUsed();
        }
        yield askHome(statement.sql(), givenTypes);
      }
      case EXECUTE -> {
        requireSameRows(sqlPrepared.executed(statement));
        yield sqlPrepared.describe(statement, givenTypes);
      }
      case PLACEMENT -> placement(statement, givenTypes);
      case TABLE_FROM_QUERY -> {
        TableDefinition definition = TableDefinition.of(statement);
        yield withoutRows(statement, givenTypes, definition.query(), definition.queryStart());
      }
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
          SET_TRANSACTION,
          SET_CONSTRAINTS,
          DISCARD,
          COPY,
          PREPARE,
          DEALLOCATE,
          DEFINITION,
          MAINTENANCE,
          TEMPORARY ->
          new Description(new int[0], Optional.empty());
    };
  }

  private Description cursor(SqlStatement statement, int[] givenTypes) {
    int start = statement.declaredQueryStart().orElse(0);
    return withoutRows(statement, givenTypes, statement.sql().substring(start), start);
  }

  /** What a statement takes that gives no rows itself: the parameters of the query in it. */
  private Description withoutRows(
      SqlStatement statement, int[] givenTypes, String query, int queryStart) {
    boolean takesNone =
        statement.tokens().stream().noneMatch(token -> token.kind() == Token.Kind.PARAMETER);
    if (takesNone) {
      return new Description(new int[0], Optional.empty());
    }
    SqlStatement asked = SqlStatement.of(query);
    try {
      int[] types =
          asked.kind() == StatementKind.EXECUTE
              ? sqlPrepared.describe(asked, givenTypes).parameterTypes()
              : describeCached(query, givenTypes).parameterTypes();
      return new Description(types, Optional.empty());
    } catch (PostgresException e) {
      throw ErrorPositions.shifted(e, queryStart);
    }
  }

  /**
   * What a prepared statement is and how it is answered.
   *
   * @throws PostgresException 0A000 when it calls set_config
   */
  public PlannedStatement plan(PreparedStatement prepared) {
    return plan(prepared.statement().sql(), prepared.givenTypes(), prepared.description());
  }

  /** The same for a statement whose calls of set_config are looked after, or not made. */
  public PlannedStatement planSettings(String sql, int[] givenTypes, Description description) {
    PlannedStatement planned = known(sql, givenTypes, description);
    if (planned.sideEffects().mayWrite()) {
      // Whatever kind of statement it is part of.
      backends.runUnknownFunctions();
    }
    if (planned.sideEffects().runsAnything()) {
      own.changing();
      backends.transaction().mayTellOthers();
    }
    return planned;
  }

  public PlannedStatement plan(String sql, int[] givenTypes, Description description) {
    PlannedStatement planned = planSettings(sql, givenTypes, description);
    if (planned.sideEffects().setsSettings()) {
      throw SetConfigCalls.refused();
    }
    return planned;
  }

  private PlannedStatement known(String sql, int[] givenTypes, Description description) {
    String text = views.withRows(sql);
    if (text.equals(sql)) {
      return unchangedPlan(sql, givenTypes, description);
    }
    Function<NodeSession, PlannedStatement> planning =
        session -> planAt(session, text, description);
    return onOwnBackend() ? planning.apply(backends.asked()) : onOtherBackend(planning);
  }

  private PlannedStatement unchangedPlan(String sql, int[] givenTypes, Description description) {
    if (onOwnBackend()) {
      return own.plan(
          sql, givenTypes, meaningful(), () -> planAt(backends.asked(), sql, description));
    }
    Map<String, String> current = meaningful();
    Optional<PlannedStatement> known = cache.plan(sql, givenTypes, role, current);
    if (known.isPresent()) {
      return known.get();
    }
    long version = cache.version();
    PlannedStatement planned =
        onOtherBackend(
            session -> planAt(session, sql, description),
            answer -> {
              if (!MomentLiterals.replacedIn(answer)) {
                cache.put(version, givenTypes, role, current, answer);
              }
            });
    return MomentLiterals.replacedIn(planned) ? atThisMoment(planned) : planned;
  }

  private PlannedStatement planAt(NodeSession session, String sql, Description description) {
    return analyzer.plan(
        session,
        sql,
        description,
        backends.fragmentSettings(Cluster.HOME),
        Map.of(),
        backends.planning());
  }

  /**
   * A plan for one execution, with the time at which the transaction has begun.
   *
   * @param planned by another backend
   */
  private PlannedStatement atThisMoment(PlannedStatement planned) {
    if (planned.plan() instanceof Plan.Route) {
      // The home node reads the original text.
      return planned.withPlan(new Plan.Route(new Plan.Target.HomeNode(), ""));
    }
    TransactionBlock block = backends.block();
    if (block == null || block.implicit()) {
      return planned;
    }
    if (backends.readOnly()) {
      throw new PostgresException(
          "0A000",
          "constants like 'now' are not supported over several nodes in a READ ONLY transaction",
          "Write now() or CURRENT_DATE.");
    }
    return planAt(backends.asked(), planned.sql(), planned.description());
  }

  /** How a prepared statement is answered, if that is known already and the same everywhere. */
  public Optional<PlannedStatement> knownPlan(PreparedStatement prepared) {
    String sql = prepared.statement().sql();
    return onOwnBackend() || !views.withRows(sql).equals(sql)
        ? Optional.empty()
        : cache.plan(sql, prepared.givenTypes(), role, meaningful());
  }

  /** How a statement without parameters is answered, if that is known already. */
  Optional<PlannedStatement> knownPlan(String sql) {
    return onOwnBackend()
        ? own.knownPlan(sql, new int[0], meaningful())
        : cache.plan(sql, new int[0], role, meaningful());
  }

  /** The same for a statement that is a part of another one. */
  @Override
  public PlannedStatement plan(String sql, int[] parameterTypes) {
    return plan(sql, parameterTypes, describeCached(sql, parameterTypes));
  }

  @Override
  public PlannedStatement attempt(String sql, int[] parameterTypes) {
    return asksTransaction() ? undone(() -> plan(sql, parameterTypes)) : plan(sql, parameterTypes);
  }

  private Description describeCached(String sql, int[] givenTypes) {
    if (onOwnBackend()) {
      return own.description(sql, givenTypes, meaningful(), () -> askHome(sql, givenTypes));
    }
    Map<String, String> current = meaningful();
    Optional<Description> known = cache.description(sql, givenTypes, role, current);
    if (known.isPresent()) {
      return known.get();
    }
    long version = cache.version();
    return onOtherBackend(
        session -> analyzer.describe(session, sql, givenTypes),
        answer -> cache.put(version, sql, givenTypes, role, current, answer));
  }

  /**
   * The settings that what is known of a statement is known under. Those of a transaction are often
   * limits, or the application's own, which can be others every time and change no meaning.
   */
  private Map<String, String> meaningful() {
    Map<String, String> local = new HashMap<>(backends.transaction().localSettings());
    local
        .keySet()
        .removeIf(
            name ->
                name.endsWith("_timeout") || (name.contains(".") && !name.startsWith("argosy.")));
    return settings.with(local);
  }

  /** Whether what it learns is kept from other sessions, and what they have learnt from it. */
  boolean onOwnBackend() {
    TransactionBlock block = backends.block();
    if (backends.readOnly()) {
      return false;
    }
    return backends.homePinned()
        || (block != null && (block.catalogChanged() || block.tablesLocked()));
  }

  private <T> T onOtherBackend(Function<NodeSession, T> question) {
    return onOtherBackend(question, ignored -> {});
  }

  /**
   * Asks a backend that is no part of the transaction. It may wait for a lock behind somebody who
   * waits for this very transaction. So it does not wait for long: then the transaction's own
   * backend is asked, to which PostgreSQL gives what it has locked already, and whose waits
   * PostgreSQL and the detector of deadlocks see.
   *
   * @param keep is given the answer, unless it is what the transaction alone may see
   */
  private <T> T onOtherBackend(Function<NodeSession, T> question, Consumer<T> keep) {
    boolean patient = !backends.transaction().mayHoldLocks() || backends.readOnly();
    NodeSession session = patient ? backends.open(Cluster.HOME) : backends.openImpatient();
    T answer;
    try {
      answer = question.apply(session);
    } catch (PostgresException e) {
      if (patient || !e.error().sqlState().equals(LOCK_NOT_AVAILABLE)) {
        throw e;
      }
      return undone(() -> question.apply(backends.asked()));
    } finally {
      backends.close(session);
    }
    keep.accept(answer);
    return answer;
  }

  /** A function that is called by its number; drivers call a few of PostgreSQL's own many times. */
  public CalledFunction function(int number) {
    if (NodeTypes.isOfUsers(number)) {
      return lookedUp(number);
    }
    CalledFunction known = builtins.get(number);
    if (known == null) {
      known = lookedUp(number);
      builtins.put(number, known);
    }
    return known;
  }

  private CalledFunction lookedUp(int number) {
    return onOwnBackend()
        ? CalledFunction.read(backends.asked(), number)
        : onOtherBackend(session -> CalledFunction.read(session, number));
  }

  /** Describes a text outside of the session's transaction, which goes on if that fails. */
  public void describeElsewhere(String sql) {
    onOtherBackend(session -> analyzer.describe(session, sql, new int[0]));
  }

  private Description askHome(String sql, int[] givenTypes) {
    if (backends.inTransaction() || backends.homePinned()) {
      return analyzer.describe(backends.asked(), sql, givenTypes);
    }
    return onOtherBackend(session -> analyzer.describe(session, sql, givenTypes));
  }

  /** A call that the coordinator takes over: one column without a value, text parameters. */
  private static Description placement(SqlStatement statement, int[] givenTypes) {
    int[] types = statement.typesOrText(givenTypes);
    String name =
        statement.tokens().stream()
            .filter(token -> SqlStatement.isPlacementFunction(token.value()))
            .findFirst()
            .orElseThrow()
            .value();
    return new Description(
        types, Optional.of(List.of(new Field(name, 0, 0, TypeOids.VOID, 4, -1, 0))));
  }
}
