package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.move.QueryRows;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.TableDefinition;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.coordinator.statement.setting.SettingsStatements;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Optional;

/**
 * CREATE and REFRESH MATERIALIZED VIEW. Every node has the view, and the home node has its rows.
 * Where the home node has all that the query reads, PostgreSQL computes them there. Otherwise the
 * coordinator does, and PostgreSQL refreshes from them: on the home node the query is one of which
 * nothing is ever computed ({@code WHERE false}, so that everything that depends on it does), UNION
 * ALL what {@code argosy.moved_rows()} returns. The other nodes have the query as it was given.
 */
public final class MaterializedViews {
  /** So that nobody puts older rows behind newer ones. */
  private static final int LOCKS = 0x4152474d;

  private static final String FOUND =
      "SELECT pg_catalog.format('%%I.%%I', n.nspname, c.relname), c.oid,"
          + " pg_catalog.pg_get_userbyid(c.relowner),"
          + " c.relowner OPERATOR(pg_catalog.=) (SELECT oid FROM pg_catalog.pg_roles"
          + " WHERE rolname OPERATOR(pg_catalog.=) current_user),"
          + " pg_catalog.pg_has_role(c.relowner, 'USAGE'), v.relation IS NOT NULL,"
          + " v.definition"
          + " FROM pg_catalog.pg_class c"
          + " JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace"
          + " LEFT JOIN argosy.materialized_views v ON v.relation OPERATOR(pg_catalog.=) c.oid"
          + " WHERE c.oid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(%s)"
          + " AND c.relkind OPERATOR(pg_catalog.=) 'm'";

  private final Backends backends;
  private final ClientOutput client;
  private final StatementDescriber describer;
  private final PlanExecutor executor;
  private final SettingsStatements settings;

  public MaterializedViews(
      Backends backends,
      ClientOutput client,
      StatementDescriber describer,
      PlanExecutor executor,
      SettingsStatements settings) {
    this.settings = settings;
    this.backends = backends;
    this.client = client;
    this.describer = describer;
    this.executor = executor;
  }

  /**
   * One that is there.
   *
   * @param name with its schema, as SQL
   * @param owner the role
   * @param owned whether the current role is the owner
   * @param asOwner whether it has the owner's rights
   * @param atHome whether only the home node has its rows
   * @param definition the query that was given, if its rows are computed by the coordinator; else
   *     null
   */
  private record View(
      String name,
      String oid,
      String owner,
      boolean owned,
      boolean asOwner,
      boolean atHome,
      String definition) {
    boolean moved() {
      return definition != null;
    }
  }

  private Optional<View> find(String name) {
    return TextResult.run(backends.home(), FOUND.formatted(Identifiers.literal(name)))
        .rows()
        .stream()
        .map(
            row ->
                new View(
                    row.get(0),
                    row.get(1),
                    row.get(2),
                    row.get(3).equals("t"),
                    row.get(4).equals("t"),
                    row.get(5).equals("t"),
                    row.get(6)))
        .findFirst();
  }

  /** Whether nodes have parts of what a query reads. */
  static boolean readsParts(PlannedStatement planned) {
    return planned.relations().stream().anyMatch(RelationFact::partitioned);
  }

  /**
   * Makes one.
   *
   * @param name with its schema, as SQL
   * @param exists whether there is something of that name
   */
  Execution create(
      SqlStatement statement,
      TableDefinition definition,
      PlannedStatement planned,
      String name,
      boolean exists) {
    String empty = definition.head() + " " + definition.query() + " WITH NO DATA";
    if (exists) {
      // IF NOT EXISTS was said, or there is an error.
      return new ImmediateExecution(NodeExecution.run(backends.home(), empty, client));
    }
    boolean moved = readsParts(planned);
    String tag =
        moved
            ? createMoved(definition, name, empty)
            : NodeExecution.run(backends.home(), statement.sql(), client);
    for (int node = Cluster.HOME + 1; node < backends.cluster().nodes().size(); node++) {
      NodeExecution.run(backends.on(node), empty, client);
    }
    record(name, moved ? Identifiers.literal(given(name)) : "NULL");
    if (moved && definition.withData()) {
      String refresh = "REFRESH MATERIALIZED VIEW " + name;
      return new ImmediateExecution("SELECT " + fill(name, planned, refresh));
    }
    return new ImmediateExecution(tag);
  }

  private String createMoved(TableDefinition definition, String name, String empty) {
    NodeSession home = backends.home();
    String tag = NodeExecution.run(home, empty, client);
    String columns = columns(home, name);
    TextResult.run(home, "DROP MATERIALIZED VIEW " + name);
    NodeExecution.run(
        home,
        definition.head()
            + " SELECT * FROM ("
            + definition.query()
            + "\n) AS argosy_given WHERE false"
            + " UNION ALL SELECT * FROM argosy.moved_rows() AS argosy_moved ("
            + columns
            + ") WITH NO DATA",
        client);
    if (!columns.equals(columns(home, name))) {
      throw new PostgresException(
          "0A000",
          "a materialized view over distributed tables cannot have these columns",
          "Give the columns types by CAST.");
    }
    return tag;
  }

  private static String columns(NodeSession home, String name) {
    return TextResult.run(
            home,
            "SELECT argosy.columns_of(" + Identifiers.literal(name) + "::pg_catalog.regclass)")
        .single();
  }

  /**
   * @param definition as SQL
   */
  private void record(String name, String definition) {
    for (int node : backends.cluster().positions()) {
      TextResult.run(
          backends.on(node),
          "SELECT argosy.record_materialized_view("
              + Identifiers.literal(name)
              + ", "
              + definition
              + ")");
    }
  }

  /** The other nodes know the query that was given. */
  private String given(String name) {
    return definition(backends.on(Cluster.HOME + 1), name);
  }

  private static String definition(NodeSession session, String name) {
    return TextResult.run(
            session,
            "SELECT argosy.qualified_definition("
                + Identifiers.literal(name)
                + "::pg_catalog.regclass)")
        .single();
  }

  /**
   * Refreshes one.
   *
   * @return empty where every node has its rows, or nothing is known of it
   */
  public Optional<Execution> refresh(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    int first = 2 + (statement.word(2).equals("view") ? 1 : 0);
    boolean concurrently = statement.word(first).equals("concurrently");
    int at = first + (concurrently ? 1 : 0);
    if (tokens.size() <= at) {
      return Optional.empty();
    }
    String written = TableDefinition.name(statement.sql(), tokens, at);
    // Before anything is leased: its rows go to all nodes.
    backends.movesRows();
    Optional<View> found = find(written).filter(View::atHome);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    View view = found.get();
    backends.ensureTransaction();
    if (TableDefinition.endsWith(tokens, "with", "no", "data")
        || !(view.owned() || view.asOwner())) {
      // PostgreSQL says what is missing to whoever has not the right.
      return Optional.of(
          new ImmediateExecution(NodeExecution.run(backends.home(), statement.sql(), client)));
    }
    if (view.moved()) {
      requireOwner(view);
      refreshMoved(view, concurrently);
      return Optional.of(new ImmediateExecution("REFRESH MATERIALIZED VIEW"));
    }
    if (readsParts(plan(definition(backends.home(), view.name())))) {
      throw new PostgresException(
          "0A000",
          "materialized view " + view.name() + " is older than the placement of what it reads",
          "DROP it, and CREATE it again.");
    }
    return Optional.of(
        new ImmediateExecution(NodeExecution.run(backends.home(), statement.sql(), client)));
  }

  /**
   * The query is written and read under a path on which nothing stands for what is PostgreSQL's, as
   * PostgreSQL itself refreshes since version 17. If it fails, the transaction ends, and with it
   * what it has set.
   */
  private void refreshMoved(View view, boolean concurrently) {
    NodeSession home = backends.home();
    TextResult.run(
        home, "SELECT pg_catalog.pg_advisory_xact_lock(" + LOCKS + ", " + (int) oid(view) + ")");
    String path = TextResult.run(home, "SELECT pg_catalog.current_setting('search_path')").single();
    setPath("pg_catalog, pg_temp");
    String given = given(view.name());
    fill(
        view.name(),
        plan(given),
        "REFRESH MATERIALIZED VIEW " + (concurrently ? "CONCURRENTLY " : "") + view.name());
    if (!given.equals(view.definition())) {
      // What it reads was renamed.
      record(view.name(), Identifiers.literal(given));
    }
    setPath(path);
  }

  private void setPath(String path) {
    String value = path.isEmpty() ? "''" : path;
    settings.set(SqlStatement.of("SET LOCAL search_path = " + value)).close();
  }

  /** As the number of a lock, which is signed. */
  private static long oid(View view) {
    return Long.parseLong(view.oid());
  }

  /** PostgreSQL computes it with the owner's rights, whoever asks for it. */
  private static void requireOwner(View view) {
    if (!view.owned()) {
      throw new PostgresException(
          "0A000",
          "a materialized view over distributed tables is refreshed by its owner only",
          "SET ROLE " + Identifiers.quote(view.owner()) + " first.");
    }
  }

  private PlannedStatement plan(String definition) {
    String query = definition.strip();
    return describer.plan(
        query.endsWith(";") ? query.substring(0, query.length() - 1) : query, new int[0]);
  }

  private long fill(String name, PlannedStatement planned, String refresh) {
    NodeSession home = backends.home();
    if (planned.sideEffects().takesNumbers()) {
      backends.takeNumbers();
    }
    TextResult.run(
        home,
        "CREATE TEMPORARY TABLE argosy_moved_rows (" + columns(home, name) + ") ON COMMIT DROP");
    StatementRun rows = new StatementRun(backends, Binding.none(), client).ofWrittenRows();
    long count =
        QueryRows.load(
            executor.start(planned, rows), home, "pg_temp.argosy_moved_rows", List.of(), true);
    NodeExecution.run(home, refresh, client);
    TextResult.run(home, "DROP TABLE pg_temp.argosy_moved_rows");
    return count;
  }
}
