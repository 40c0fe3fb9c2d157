package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RowLocks;
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
import io.argosy.coordinator.statement.ErrorPositions;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.TableDefinition;
import io.argosy.coordinator.statement.placement.NamedPlacements;
import io.argosy.coordinator.statement.prepared.SqlPreparedStatements;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.node.CommandTag;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import java.util.List;
import java.util.Optional;

/**
 * CREATE TABLE .. AS, SELECT .. INTO and CREATE MATERIALIZED VIEW ({@link MaterializedViews}). The
 * table is made on every node; having no placement yet, its rows live on the home node.
 */
public final class TableFromQueryStatements {
  private static final String COLUMNS = "SELECT argosy.nulls_of_columns(%s::pg_catalog.regclass)";

  private final Backends backends;
  private final ClientOutput client;
  private final StatementDescriber describer;
  private final PlanExecutor executor;
  private final DefinitionStatements definitions;
  private final NamedPlacements named;
  private final MaterializedViews views;
  private final SqlPreparedStatements sqlPrepared;

  public TableFromQueryStatements(
      Backends backends,
      ClientOutput client,
      StatementDescriber describer,
      PlanExecutor executor,
      DefinitionStatements definitions,
      NamedPlacements named,
      MaterializedViews views,
      SqlPreparedStatements sqlPrepared) {
    this.backends = backends;
    this.client = client;
    this.describer = describer;
    this.executor = executor;
    this.definitions = definitions;
    this.named = named;
    this.views = views;
    this.sqlPrepared = sqlPrepared;
  }

  /**
   * @param binding the values of the query's parameters
   */
  public Execution create(SqlStatement statement, Binding binding) {
    TableDefinition definition = TableDefinition.of(statement);
    Source source = source(definition, binding);
    PlannedStatement planned = source.planned();
    if (definition.materializedView() && backends.cluster().nodes().size() == 1) {
      return definitions.define(statement);
    }
    // Before anything is leased: its rows go to several nodes.
    backends.movesRows();
    backends.ensureTransaction();
    if (planned.sideEffects().takesNumbers()) {
      backends.takeNumbers();
    }
    String name = qualifiedName(definition);
    boolean temporary = SqlStatement.isTemporarySchema(SqlLexer.tokens(name).getFirst().value());
    if (temporary) {
      backends.pinnedHome().pin();
    } else {
      backends.transaction().changesCatalog();
    }
    boolean exists = exists(name);
    if (definition.materializedView()) {
      return views.create(statement, definition, planned, name, exists);
    }
    boolean readsTemporary = !temporary && planned.usesTemporary();
    Optional<TemporaryState> before =
        readsTemporary ? Optional.of(TemporaryState.now(backends.home())) : Optional.empty();
    String empty = definition.head() + " " + planned.sql() + " WITH NO DATA";
    String tag = NodeExecution.run(backends.home(), source.binding().request(empty), client);
    if (exists) {
      // IF NOT EXISTS was said, or there would have been an error.
      return new ImmediateExecution(tag);
    }
    before.ifPresent(TemporaryState::hasMadeTemporary);
    if (!temporary) {
      String elsewhere =
          readsTemporary ? definition.head() + " " + emptyLike(name) + " WITH NO DATA" : empty;
      for (int node = Cluster.HOME + 1; node < backends.cluster().nodes().size(); node++) {
        NodeExecution.run(
            backends.on(node),
            (readsTemporary ? Binding.none() : source.binding()).request(elsewhere),
            client);
      }
    }
    // PostgreSQL has executed it, for no rows.
    String withoutRows = source.executed() ? "SELECT 0" : tag;
    String done = definition.withData() ? "SELECT " + fill(name, source) : withoutRows;
    if (!temporary) {
      named.follow();
    }
    return new ImmediateExecution(done);
  }

  /**
   * What gives the rows.
   *
   * @param binding the values of its parameters, or the arguments of EXECUTE
   * @param executed whether EXECUTE names it
   */
  public record Source(PlannedStatement planned, Binding binding, boolean executed) {}

  /** The query of such a statement, which EXECUTE may name. */
  public Source source(SqlStatement statement, Binding binding) {
    return source(TableDefinition.of(statement), binding);
  }

  private Source source(TableDefinition definition, Binding binding) {
    try {
      SqlStatement query = SqlStatement.of(definition.query());
      if (query.kind() != StatementKind.EXECUTE) {
        PlannedStatement planned = describer.plan(definition.query(), binding.types());
        return new Source(query.locksRows() ? RowLocks.kept(planned) : planned, binding, false);
      }
      SqlPreparedStatements.Call call = sqlPrepared.call(query, binding);
      if (call.statement().statement().kind() != StatementKind.QUERY) {
        throw new PostgresException("42809", "prepared statement is not a SELECT");
      }
      return new Source(describer.plan(call.statement()), call.binding(), true);
    } catch (PostgresException e) {
      throw definition.queryStart() == 0
          ? new PostgresException(e.error().without('P'), e)
          : ErrorPositions.shifted(e, definition.queryStart());
    }
  }

  /**
   * The new table's name with the schema that it gets, since a temporary one may be of its name.
   */
  private String qualifiedName(TableDefinition definition) {
    if (SqlLexer.tokens(definition.name()).size() > 1) {
      return definition.name();
    }
    String schema =
        definition.temporary()
            ? Relation.TEMPORARY
            : TextResult.run(backends.home(), "SELECT pg_catalog.current_schema()").single();
    return schema == null ? definition.name() : Identifiers.quote(schema) + "." + definition.name();
  }

  /**
   * A query that gives the columns of the new table without the tables that it was made of, which
   * other nodes may not have.
   */
  private String emptyLike(String name) {
    return TextResult.run(backends.home(), COLUMNS.formatted(Identifiers.literal(name))).single();
  }

  /** Whether CREATE would find a relation of that name in its way. */
  private boolean exists(String name) {
    return TextResult.run(
            backends.home(),
            "SELECT pg_catalog.to_regclass(" + Identifiers.literal(name) + ") IS NOT NULL")
        .single()
        .equals("t");
  }

  /**
   * Inserts the rows. To make a table with rows is no INSERT to PostgreSQL, and the owner's right
   * to it may be missing by default.
   */
  private long fill(String table, Source source) {
    NodeSession home = backends.home();
    boolean granted =
        TextResult.run(
                home,
                "SELECT pg_catalog.has_table_privilege("
                    + Identifiers.literal(table)
                    + ", 'INSERT')")
            .single()
            .equals("t");
    if (granted) {
      return insert(table, source);
    }
    TextResult.run(home, "GRANT INSERT ON TABLE " + table + " TO CURRENT_USER");
    long rows = insert(table, source);
    TextResult.run(home, "REVOKE INSERT ON TABLE " + table + " FROM CURRENT_USER");
    return rows;
  }

  private long insert(String table, Source source) {
    PlannedStatement planned = source.planned();
    NodeSession home = backends.home();
    if (planned.plan() instanceof Plan.Route route
        && !(route.target() instanceof Plan.Target.KeyOwner)) {
      String tag =
          NodeExecution.run(
              home, source.binding().request("INSERT INTO " + table + " " + planned.sql()), client);
      return CommandTag.rows(tag);
    }
    StatementRun rows = new StatementRun(backends, source.binding(), client).ofWrittenRows();
    return QueryRows.load(executor.start(planned, rows), home, table, List.of(), true);
  }
}
