package io.argosy.coordinator.analysis;

import io.argosy.coordinator.limit.Planning;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.node.TextResult;
import io.argosy.planner.facts.Effect;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.facts.StatementFacts.ResultColumn;
import io.argosy.planner.facts.Volatility;
import io.argosy.planner.movement.Estimator.Estimate;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.parse.ParsedStatement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Asks a node what a statement is, and has it planned. The statement becomes the body of a
 * temporary function in a transaction that is rolled back: PostgreSQL then prints it canonically
 * and has recorded everything that it depends on, and comparing that with the body made of the
 * parsed and unparsed statement certifies the parse. Thread-safe.
 */
public final class StatementAnalyzer {
  private final IntSupplier nodes;
  private final Map<String, Volatility> builtins;
  private final PlanMaker planner;
  private final CardinalityFeedback feedback;
  private final CertifiedViews views = new CertifiedViews();

  /**
   * @param nodes how many nodes there are now
   * @param builtins the volatility of pg_catalog's functions by name
   * @param feedback by how much estimates were wrong
   */
  public StatementAnalyzer(
      IntSupplier nodes,
      Map<String, Volatility> builtins,
      PlanMaker planner,
      CardinalityFeedback feedback) {
    this.feedback = feedback;
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
   * @param seen what one node returns of a query that has been run, by its text
   * @param planning where it is read and planned
   * @throws PostgresException 42501 when the session's role may not run the statement; 0A000 when
   *     PostgreSQL does not accept it as the body of a function, so that nothing is known of it, or
   *     when it would be run with other rights than PostgreSQL's
   */
  public PlannedStatement plan(
      NodeSession session,
      String sql,
      Description description,
      Map<String, String> fragmentSettings,
      Map<String, Estimate> seen,
      Planning planning) {
    boolean inTransaction = session.transactionStatus() != 'I';
    if (inTransaction) {
      TextResult.run(session, "SAVEPOINT argosy_analysis");
    } else {
      TemporarySchema.begin(session);
    }
    // What was prepared when it failed outlives the rollback.
    String cleaning = "; DEALLOCATE ALL";
    try {
      PlannedStatement planned =
          planInTransaction(session, sql, description, fragmentSettings, seen, planning);
      cleaning = "";
      return planned;
    } finally {
      TextResult.run(
          session,
          (inTransaction
                  ? "ROLLBACK TO SAVEPOINT argosy_analysis; RELEASE SAVEPOINT argosy_analysis"
                  : "ROLLBACK")
              + cleaning);
    }
  }

  private PlannedStatement planInTransaction(
      NodeSession session,
      String text,
      Description description,
      Map<String, String> fragmentSettings,
      Map<String, Estimate> seen,
      Planning planning) {
    String sql = VoidParameters.removedFrom(text, description.parameterTypes());
    List<String> parameterTypes =
        typeNames(session, VoidParameters.replacedIn(description.parameterTypes()));
    AccessCheck.require(session, sql, parameterTypes);
    FunctionBody body = new FunctionBody(parameterTypes, description.fields().isPresent());
    if (body.replacesParameters()) {
      TextResult.run(session, FunctionBody.PARAMETER_FUNCTION);
    }
    StatementReading reading = new InlinedReading(session, body, builtins, planning).of(sql);
    FactsDocument document = reading.document();
    document.requireKnownSettings();
    QueryTextFunctions.requireNone(session, document.canonical(), document.relations());
    String canonical = body.withParameters(document.canonicalStatement());
    int nodeCount = nodes.getAsInt();
    StatementFacts facts =
        new StatementFacts(
            reading.text(),
            Optional.of(canonical),
            reading.certified(),
            document.relations().stream()
                .map(fact -> views.certified(session, fact, planning))
                .map(fact -> fact.relation(reading.visible().contains(fact.oid()), nodeCount))
                .toList(),
            document.functions().stream().map(function -> function.function(nodeCount)).toList(),
            effects(session, nodeCount, document, planning),
            builtins,
            resultColumns(session, description),
            parameterTypes,
            nodeCount,
            document.bundlingWanted(),
            reading.temporary());
    // From here on texts run under the session's own search_path, as they will run.
    TextResult.run(session, "ROLLBACK TO SAVEPOINT argosy_path");
    boolean learns = planning.learns() && isOrdered(reading) && document.policies().isEmpty();
    NodeEstimator estimator =
        new NodeEstimator(
            session,
            parameterTypes,
            fragmentSettings,
            seen,
            planning.budget(),
            query -> learns ? feedback.factor(document.relations(), query) : 1);
    Plan plan = searched(planning, reading, facts, estimator);
    PlannedStatement planned =
        new PlannedStatement(
            text,
            description,
            Optional.of(canonical),
            document.usesPrimaryKey(),
            document.relations(),
            ModifiedRelations.of(canonical),
            document.sideEffects(),
            RowLocks.in(plan, reading.lockingClause(), document.relations()),
            estimator.search(),
            learns ? expectations(plan, estimator) : Map.of());
    PlannedStatement checked =
        new FragmentCheck(this, session, planned, facts, parameterTypes).checked();
    AccessCheck.requireSameRights(session, checked);
    if (!(checked.plan() instanceof Plan.Gather)) {
      return checked;
    }
    Map<String, String> filters =
        new HashMap<>(
            new ScanFilters(builtins)
                .read(session, canonical, parameterTypes, document.relations()));
    if (reading.temporary().isPresent()) {
      // A condition may use what the node with the rows does not have.
      filters.values().removeIf(filter -> !filter.equals(ScanFilters.NOTHING));
    }
    return checked.with(PlannedStatement.Checked.gathered(filters));
  }

  /** Another plan may find the rows of others in another order. */
  private static boolean isOrdered(StatementReading reading) {
    return reading.parsed().filter(ParsedStatement::isOrdered).isPresent();
  }

  /** Of stages that read others, and of texts that nobody has asked about, nothing is learned. */
  private static Map<String, CardinalityFeedback.Expectation> expectations(
      Plan plan, NodeEstimator estimator) {
    Map<String, CardinalityFeedback.Expectation> expectations = new HashMap<>();
    if (plan instanceof Plan.Staged staged) {
      for (Stage stage : staged.stages()) {
        if (!stage.query().hasGaps()) {
          estimator
              .expectation(stage.query().text())
              .ifPresent(expectation -> expectations.put(stage.table(), expectation));
        }
      }
    }
    return Map.copyOf(expectations);
  }

  private Plan searched(
      Planning planning, StatementReading reading, StatementFacts facts, NodeEstimator estimator) {
    Plan plan =
        planning.run(
            work ->
                planner.plan(reading.parsed(), facts, work.asking(estimator, planning.budget())));
    estimator.end();
    return plan;
  }

  /** All that the statement sets off, in one order, so that a refusal always names the same. */
  private List<Effect> effects(
      NodeSession session, int nodeCount, FactsDocument document, Planning planning) {
    PolicyProof proof = new PolicyProof(session, nodeCount, builtins, planner, views, planning);
    return Stream.concat(
            EffectFact.effects(document.effects()).stream(),
            document.policies().stream().map(policy -> policy.effect(proof)))
        .sorted(
            Comparator.comparing((Effect effect) -> effect.relation().title())
                .thenComparing(Effect::name))
        .toList();
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
}
