package io.argosy.coordinator.catalog;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.Result;
import io.argosy.agent.node.ResultEvent;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.Field;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.planner.catalog.Estimator.Estimate;
import io.argosy.planner.catalog.StatementFacts;
import io.argosy.planner.catalog.StatementFacts.ResultColumn;
import io.argosy.planner.catalog.Volatility;
import io.argosy.planner.parse.ParsedStatement;
import io.argosy.planner.plan.Plan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Asks a node what a statement is, and has it planned. The statement becomes the body of a
 * temporary function in a transaction that is rolled back: PostgreSQL then prints it canonically
 * and has recorded everything that it depends on, and comparing that with the body made of the
 * parsed and unparsed statement certifies the parse. Thread-safe.
 */
public final class StatementAnalyzer {
  private static final String FACTS = "SELECT argosy.statement_facts()";
  private static final String VISIBLE = Resources.read("visible.sql");

  private final int nodes;
  private final Map<String, Volatility> builtins;
  private final PlanMaker planner;

  /** Texts of views, fully qualified, that are read as PostgreSQL reads them. */
  private final Set<String> certifiedViews = ConcurrentHashMap.newKeySet();

  /**
   * @param nodes how many nodes there are
   * @param builtins the volatility of pg_catalog's functions by name
   */
  public StatementAnalyzer(int nodes, Map<String, Volatility> builtins, PlanMaker planner) {
    this.nodes = nodes;
    this.builtins = builtins;
    this.planner = planner;
  }

  /** The volatility of pg_catalog's functions by name. */
  public Map<String, Volatility> builtins() {
    return builtins;
  }

  /**
   * The parameters and columns of a statement.
   *
   * @throws PostgresException PostgreSQL's own error, with its position in the text
   */
  public Description describe(NodeSession session, String sql, int[] parameterTypes) {
    int[] types = new int[0];
    Optional<List<Field>> fields = Optional.empty();
    PostgresError failure = null;
    try (Result result = session.execute(new Request.Describe(sql, parameterTypes))) {
      ResultEvent event;
      do {
        event = result.next();
        if (event instanceof ResultEvent.Parameters parameters) {
          types = parameters.types();
        } else if (event instanceof ResultEvent.Columns columns) {
          fields = Optional.of(columns.fields());
        } else if (event instanceof ResultEvent.Failed failed) {
          failure = failed.error();
        }
      } while (!(event instanceof ResultEvent.Ready));
    }
    if (failure != null) {
      throw new PostgresException(failure);
    }
    return new Description(types, fields);
  }

  /**
   * Plans a query or a data-modifying statement.
   *
   * @param session an idle backend, or one in a transaction
   * @param fragmentSettings the planner settings that fragments run with, by name
   * @throws PostgresException 42501 when the session's role may not run the statement; 0A000 when
   *     PostgreSQL does not accept it as the body of a function, so that nothing is known of it, or
   *     when it would be run with other rights than PostgreSQL's
   */
  public PlannedStatement plan(
      NodeSession session,
      String sql,
      Description description,
      Map<String, String> fragmentSettings) {
    return plan(session, sql, description, fragmentSettings, Map.of());
  }

  /**
   * The same for a statement that has been run.
   *
   * @param seen what one node returns of a query, by its text
   */
  public PlannedStatement plan(
      NodeSession session,
      String sql,
      Description description,
      Map<String, String> fragmentSettings,
      Map<String, Estimate> seen) {
    boolean inTransaction = session.transactionStatus() != 'I';
    TextResult.run(session, inTransaction ? "SAVEPOINT argosy_analysis" : "BEGIN READ WRITE");
    try {
      return planInTransaction(session, sql, description, fragmentSettings, seen);
    } finally {
      TextResult.run(
          session,
          inTransaction
              ? "ROLLBACK TO SAVEPOINT argosy_analysis; RELEASE SAVEPOINT argosy_analysis"
              : "ROLLBACK");
    }
  }

  private PlannedStatement planInTransaction(
      NodeSession session,
      String sql,
      Description description,
      Map<String, String> fragmentSettings,
      Map<String, Estimate> seen) {
    List<String> parameterTypes = typeNames(session, description.parameterTypes());
    AccessCheck.require(session, sql, parameterTypes);
    FunctionBody body = new FunctionBody(parameterTypes, description.fields().isPresent());
    if (body.replacesParameters()) {
      TextResult.run(session, FunctionBody.PARAMETER_FUNCTION);
    }
    try {
      TextResult.run(session, body.definition("argosy_statement", sql));
    } catch (PostgresException e) {
      if (ended(e.error())) {
        throw e;
      }
      throw new PostgresException(
          PostgresError.of("0A000", "this statement cannot be analysed: " + e.error().message())
              .withHint("Only what can be the body of a BEGIN ATOMIC function is supported here."),
          e);
    }
    LockingClause locking = LockingClause.split(sql);
    Optional<ParsedStatement> parsed = ParsedStatement.parse(locking.query());
    boolean comparable =
        parsed.isPresent()
            && attempt(
                session,
                body.definition("argosy_certified", locking.behind(parsed.get().unparsed())));
    Set<String> visible = FactsDocument.parseVisible(TextResult.run(session, VISIBLE).single());
    TextResult.run(session, "SAVEPOINT argosy_path; SET LOCAL search_path = ''");
    FactsDocument document = FactsDocument.parse(TextResult.run(session, FACTS).single());
    document.requireKnownSettings();
    boolean certified =
        comparable
            && document
                .canonical()
                .equals(
                    TextResult.run(
                            session,
                            "SELECT pg_get_function_sqlbody('pg_temp.argosy_certified'::regproc)")
                        .single());
    String canonical = body.withParameters(document.canonicalStatement());
    StatementFacts facts =
        new StatementFacts(
            sql,
            Optional.of(canonical),
            certified,
            document.relations().stream()
                .map(fact -> certified(session, fact))
                .map(fact -> fact.relation(visible.contains(fact.oid()), nodes))
                .toList(),
            document.functions().stream().map(function -> function.function(nodes)).toList(),
            EffectFact.effects(document.effects()),
            builtins,
            resultColumns(session, description),
            parameterTypes,
            nodes,
            document.bundlingWanted());
    // From here on texts run under the session's own search_path, as they will run.
    TextResult.run(session, "ROLLBACK TO SAVEPOINT argosy_path");
    PlannedStatement planned =
        new PlannedStatement(
            sql,
            description,
            Optional.of(canonical),
            document.usesPrimaryKey(),
            document.relations(),
            ModifiedRelations.of(canonical),
            document.callsVolatile(),
            document.setsSettings(),
            planner.plan(
                parsed, facts, new NodeEstimator(session, parameterTypes, fragmentSettings, seen)));
    PlannedStatement checked =
        new FragmentCheck(this, session, planned, facts, parameterTypes).checked();
    AccessCheck.requireSameRights(session, checked);
    if (!(checked.plan() instanceof Plan.Gather)) {
      return checked;
    }
    TextResult.run(session, "SET LOCAL search_path = ''");
    return checked.with(
        PlannedStatement.Checked.gathered(
            new ScanFilters(builtins).read(session, canonical, parameterTypes)));
  }

  /**
   * Whether an error says nothing of the statement, but that the question about it has come to an
   * end: a lock that was not to be had, a cancel, a deadlock.
   */
  static boolean ended(PostgresError error) {
    return Set.of("55", "57", "40").contains(error.sqlStateClass());
  }

  /** A view that Calcite reads otherwise than PostgreSQL is one that nothing is known of. */
  private RelationFact certified(NodeSession session, RelationFact fact) {
    if (fact.definition() == null || certifiedViews.contains(fact.definition())) {
      return fact;
    }
    String definition = fact.definition().strip();
    String statement =
        definition.endsWith(";") ? definition.substring(0, definition.length() - 1) : definition;
    Optional<ParsedStatement> parsed = ParsedStatement.parse(statement);
    FunctionBody view = new FunctionBody(List.of(), true);
    boolean same =
        parsed.isPresent()
            && attempt(session, view.definition("argosy_view", statement))
            && attempt(session, view.definition("argosy_view_certified", parsed.get().unparsed()))
            && TextResult.run(
                    session,
                    "SELECT pg_get_function_sqlbody('pg_temp.argosy_view'::regproc)"
                        + " = pg_get_function_sqlbody('pg_temp.argosy_view_certified'::regproc)")
                .single()
                .equals("t");
    if (parsed.isPresent()) {
      TextResult.run(
          session,
          "DROP FUNCTION IF EXISTS pg_temp.argosy_view();"
              + " DROP FUNCTION IF EXISTS pg_temp.argosy_view_certified()");
    }
    if (!same) {
      return fact.withoutDefinition();
    }
    certifiedViews.add(fact.definition());
    return fact;
  }

  private List<ResultColumn> resultColumns(NodeSession session, Description description) {
    List<Field> fields = description.fields().orElse(List.of());
    List<String> names = typeNames(session, fields.stream().mapToInt(Field::typeOid).toArray());
    return IntStream.range(0, fields.size())
        .mapToObj(i -> new ResultColumn(fields.get(i).name(), names.get(i)))
        .toList();
  }

  /**
   * The names of types without a length, qualified where the search_path does not find them: {@code
   * character} alone is one of length 1.
   */
  static List<String> typeNames(NodeSession session, int[] oids) {
    if (oids.length == 0) {
      return List.of();
    }
    String array =
        Arrays.stream(oids).mapToObj(Integer::toUnsignedString).collect(Collectors.joining(","));
    List<String> names = new ArrayList<>();
    for (List<String> row :
        TextResult.run(
                session,
                "SELECT pg_catalog.format_type(t.oid, -1) FROM pg_catalog.unnest('{"
                    + array
                    + "}'::pg_catalog.oid[]) WITH ORDINALITY t(oid, position) ORDER BY position")
            .rows()) {
      names.add(row.getFirst());
    }
    return names;
  }

  private static boolean attempt(NodeSession session, String sql) {
    TextResult.run(session, "SAVEPOINT argosy_attempt");
    try {
      TextResult.run(session, sql);
      return true;
    } catch (PostgresException e) {
      TextResult.run(session, "ROLLBACK TO SAVEPOINT argosy_attempt");
      return false;
    }
  }
}
