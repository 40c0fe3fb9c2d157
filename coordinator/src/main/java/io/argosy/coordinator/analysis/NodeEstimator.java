package io.argosy.coordinator.analysis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.coordinator.analysis.CardinalityFeedback.Expectation;
import io.argosy.coordinator.cluster.NodeJson;
import io.argosy.node.NodeSession;
import io.argosy.node.SettingsScope;
import io.argosy.node.TextResult;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.plan.SearchSummary;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Estimates of the planner of the home node's PostgreSQL, for the time of one analysis. A query
 * that it does not accept gets an estimate that neither recommends nor forbids it. Used by one
 * thread at a time, over a backend in a transaction, which is as it was after {@link #end}.
 */
final class NodeEstimator implements Estimator {
  private static final Logger LOG = LoggerFactory.getLogger(NodeEstimator.class);
  private static final ObjectMapper JSON = NodeJson.MAPPER;

  /** What a limit of time is told by, if it was over when the question ended. */
  private static final String CANCELLED = "57014";

  /** To which a question that fails goes back. */
  private static final String SAVEPOINT = "SAVEPOINT argosy_estimate";

  private final NodeSession session;
  private final List<String> parameterTypes;
  private final Map<String, String> settings;
  private final Map<String, Estimate> known;

  /** What PostgreSQL itself has said, by the query's text. */
  private final Map<String, Expectation> asked = new HashMap<>();

  private final Duration longest;
  private final ToDoubleFunction<String> feedback;
  private boolean begun;
  private Optional<SearchSummary> search = Optional.empty();

  /**
   * @param parameterTypes the names of the types of the statement's parameters
   * @param settings the planner settings under which queries are estimated, by name
   * @param seen what is known already, by the query's text
   * @param longest how long PostgreSQL may think about one query, zero for any time
   * @param feedback what its estimate of the rows of a query is to be multiplied by
   */
  NodeEstimator(
      NodeSession session,
      List<String> parameterTypes,
      Map<String, String> settings,
      Map<String, Estimate> seen,
      Duration longest,
      ToDoubleFunction<String> feedback) {
    this.feedback = feedback;
    this.longest = longest;
    this.session = session;
    this.parameterTypes = parameterTypes;
    this.settings = settings;
    this.known = new HashMap<>(seen);
  }

  @Override
  public Estimate of(String sql) {
    Estimate estimate = known.get(sql);
    if (estimate == null) {
      Estimate told = ask(sql);
      estimate = told.equals(Estimate.UNKNOWN) ? told : corrected(sql, told);
      known.put(sql, estimate);
    }
    return estimate;
  }

  private Estimate corrected(String sql, Estimate estimate) {
    double factor = feedback.applyAsDouble(sql);
    asked.put(sql, new Expectation(estimate.unlimitedRows(), factor));
    if (factor == 1) {
      return estimate;
    }
    double unlimited = estimate.unlimitedRows() * factor;
    boolean limited = estimate.rows() < estimate.unlimitedRows();
    return new Estimate(
        limited ? Math.min(estimate.rows(), unlimited) : unlimited,
        estimate.width(),
        estimate.cost(),
        unlimited);
  }

  /** What was expected of the rows of a query on one node; empty if nobody wanted to know. */
  Optional<Expectation> expectation(String sql) {
    return Optional.ofNullable(asked.get(sql));
  }

  @Override
  public void searched(SearchSummary summary) {
    search = Optional.of(summary);
  }

  /** What the search for a plan has tried; empty if none was needed. */
  Optional<SearchSummary> search() {
    return search;
  }

  private Estimate ask(String sql) {
    List<String> types = types(sql);
    if (!begun) {
      TextResult.run(session, "SAVEPOINT argosy_estimates" + scope() + "; " + SAVEPOINT);
      begun = true;
    }
    long start = System.nanoTime();
    try {
      String answer =
          TextResult.run(
                  session, types.isEmpty() ? "EXPLAIN (FORMAT JSON) " + sql : generic(sql, types))
              .single();
      JsonNode plan = JSON.readTree(answer).path(0).path("Plan");
      return new Estimate(
          plan.path("Plan Rows").doubleValue(),
          plan.path("Plan Width").doubleValue(),
          plan.path("Total Cost").doubleValue(),
          unlimited(plan).path("Plan Rows").doubleValue());
    } catch (PostgresException e) {
      boolean tooLong =
          e.error().sqlState().equals(CANCELLED)
              && !longest.isZero()
              && System.nanoTime() - start >= longest.toNanos();
      if (e.error().tellsOfCircumstances() && !tooLong) {
        throw e;
      }
      LOG.info("no estimate of a query: {}", e.error().sqlState());
      TextResult.run(
          session, "ROLLBACK TO " + SAVEPOINT + (types.isEmpty() ? "" : "; DEALLOCATE ALL"));
      return Estimate.UNKNOWN;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("EXPLAIN (FORMAT JSON) answered no JSON", e);
    }
  }

  private static JsonNode unlimited(JsonNode plan) {
    return plan.path("Node Type").asText().equals("Limit") ? plan.path("Plans").path(0) : plan;
  }

  /** What holds for all questions. */
  private String scope() {
    String scope = settings.isEmpty() ? "" : "; " + SettingsScope.enter(settings);
    String time =
        longest.isZero()
            ? ""
            : "; SET LOCAL statement_timeout = " + Math.min(longest.toMillis(), Integer.MAX_VALUE);
    return scope + time + "; " + PreparedText.GENERIC_PLAN;
  }

  /** The plan that PostgreSQL would make without looking at the values. */
  private static String generic(String sql, List<String> types) {
    PreparedText prepared = new PreparedText(sql, types);
    return String.join(
        "; ",
        prepared.prepare() + "\n",
        "EXPLAIN (FORMAT JSON) " + prepared.execute(),
        PreparedText.DEALLOCATE);
  }

  /** Leaves the backend's transaction as it was, if that has not failed. */
  void end() {
    if (begun) {
      TextResult.run(
          session, "ROLLBACK TO SAVEPOINT argosy_estimates; RELEASE SAVEPOINT argosy_estimates");
      begun = false;
    }
  }

  /**
   * The types of all parameters up to the last one in a text. What the planner has added to the
   * statement's own is inferred; PostgreSQL refuses to infer one that does not occur.
   */
  private List<String> types(String sql) {
    Set<Integer> occurring =
        SqlLexer.tokens(sql).stream()
            .filter(token -> token.kind() == Token.Kind.PARAMETER)
            .map(token -> Integer.valueOf(token.value()))
            .collect(Collectors.toSet());
    int last = occurring.stream().mapToInt(Integer::intValue).max().orElse(0);
    List<String> types = new ArrayList<>();
    for (int number = 1; number <= last; number++) {
      types.add(
          number <= parameterTypes.size()
              ? parameterTypes.get(number - 1)
              : occurring.contains(number) ? "unknown" : "text");
    }
    return types;
  }
}
