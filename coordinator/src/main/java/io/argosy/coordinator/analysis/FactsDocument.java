package io.argosy.coordinator.analysis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.NodeJson;
import io.argosy.planner.facts.Bundling;
import io.argosy.planner.facts.UserFunction;
import io.argosy.planner.facts.Volatility;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The answer of {@code facts.sql}.
 *
 * @param canonical the statement's function body as PostgreSQL prints it
 * @param usesPrimaryKey whether the statement is valid only because of a primary key (GROUP BY a
 *     key)
 * @param setsSettings whether the statement calls set_config itself
 * @param settingsChanger what else it runs that may change settings and is no function that it
 *     calls, as words; null if nothing does
 * @param effects what the statement sets off; null where it only reads
 * @param policies those that apply to what it reads and changes
 * @param comparesOtherwise whether it calls an operator = that is not its type's equality
 * @param takesNumbers whether it takes numbers from sequences, itself or by defaults
 * @param bundling the session's setting {@code argosy.bundling}; null where it has none
 */
public record FactsDocument(
    String canonical,
    boolean usesPrimaryKey,
    boolean setsSettings,
    String settingsChanger,
    List<RelationFact> relations,
    List<FunctionFact> functions,
    List<EffectFact> effects,
    List<PolicyFact> policies,
    String bundling,
    boolean comparesOtherwise,
    boolean takesNumbers) {
  private static final ObjectMapper JSON = NodeJson.MAPPER;

  /**
   * @param reads null when a body is text, which may read anything
   * @param builtins PostgreSQL's own functions that its body calls and that are not IMMUTABLE, by
   *     their names; null where there are none, and where its owner vouches for it
   * @param inlinable null for what its body cannot stand for
   */
  record FunctionFact(
      String schema,
      String name,
      String volatility,
      boolean aggregate,
      boolean declaredSafe,
      boolean staysHome,
      boolean changesSettings,
      List<RelationFact> reads,
      Set<String> builtins,
      Inlinable inlinable) {
    /** Whether it calls what may give each node something else. */
    boolean mayDifferOnNodes() {
      return builtins != null && !declaredSafe;
    }

    UserFunction function(int nodes) {
      return new UserFunction(
          schema,
          name,
          FactsDocument.volatility(volatility),
          declaredSafe,
          staysHome,
          changesSettings,
          aggregate,
          reads == null
              ? null
              : reads.stream().map(relation -> relation.relation(false, nodes)).toList(),
          mayDifferOnNodes() ? builtins : Set.of());
    }
  }

  /**
   * A function of which PostgreSQL has parsed the body, which is one expression.
   *
   * @param oid its object id
   * @param arguments the names of its arguments; fewer where some have none
   * @param types theirs, as SQL
   * @param type that of its result
   */
  record Inlinable(String oid, List<String> arguments, List<String> types, String type) {
    /** The name of a temporary function in its place. */
    String temporaryName() {
      return "pg_temp.argosy_inlined_" + oid;
    }

    /** A function of that name that has this one's arguments and another body. */
    String definition(String expression) {
      String declared =
          IntStream.range(0, types.size())
              .mapToObj(
                  i ->
                      i < arguments.size() && !arguments.get(i).isEmpty()
                          ? Identifiers.quote(arguments.get(i)) + " " + types.get(i)
                          : types.get(i))
              .collect(Collectors.joining(", "));
      return "CREATE FUNCTION "
          + temporaryName()
          + "("
          + declared
          + ") RETURNS "
          + type
          + " LANGUAGE sql RETURN "
          + expression;
    }
  }

  public static Volatility volatility(String provolatile) {
    return switch (provolatile) {
      case "i" -> Volatility.IMMUTABLE;
      case "s" -> Volatility.STABLE;
      default -> Volatility.VOLATILE;
    };
  }

  static FactsDocument parse(String json) {
    try {
      return JSON.readValue(json, FactsDocument.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the facts query gave an unexpected document", e);
    }
  }

  static Set<String> parseVisible(String json) {
    try {
      return Set.of(JSON.readValue(json, String[].class));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the visibility query gave an unexpected document", e);
    }
  }

  /**
   * What changes settings on one node only would have the others go on with those of before.
   *
   * @throws PostgresException 0A000 when the statement runs something that may change settings
   */
  void requireKnownSettings() {
    if (settingsChanger != null) {
      throw new PostgresException(
          "0A000",
          settingsChanger + " may change settings, which the other nodes would not follow",
          "Change them with SET, or with a SELECT that calls set_config and does nothing else.");
    }
  }

  /** The same with other texts. */
  FactsDocument with(String newCanonical, List<RelationFact> newRelations) {
    return new FactsDocument(
        newCanonical,
        usesPrimaryKey,
        setsSettings,
        settingsChanger,
        newRelations,
        functions,
        effects,
        policies,
        bundling,
        comparesOtherwise,
        takesNumbers);
  }

  /** What the statement does besides giving and changing rows. */
  SideEffects sideEffects() {
    boolean callsVolatile =
        functions.stream()
            .anyMatch(function -> volatility(function.volatility()) == Volatility.VOLATILE);
    // What nobody has vouched for may call others, whatever it is declared to be.
    boolean callsUnknown =
        callsVolatile || functions.stream().anyMatch(function -> !function.declaredSafe());
    boolean hasEffects = effects != null && !effects.isEmpty();
    boolean hasPolicies = policies != null && !policies.isEmpty();
    return new SideEffects(
        callsVolatile,
        setsSettings,
        callsUnknown || hasEffects || hasPolicies,
        takesNumbers,
        !functions.isEmpty() || hasEffects || hasPolicies,
        // A policy changes nothing by PostgreSQL's own functions.
        callsUnknown
            || hasEffects
            || hasPolicies && policies.stream().anyMatch(PolicyFact::mayChange),
        hasEffects && effects.stream().anyMatch(EffectFact::isRule));
  }

  /**
   * How the session wants operations to be bundled.
   *
   * @throws PostgresException 22023 for a value that means nothing
   */
  Bundling bundlingWanted() {
    String name = bundling == null || bundling.isEmpty() ? "default" : bundling;
    return Bundling.of(name)
        .orElseThrow(
            () ->
                new PostgresException(
                    "22023",
                    "invalid value for parameter \"argosy.bundling\": \"" + name + "\"",
                    "Available values: none, default, all."));
  }

  /** The statement alone, out of the function body around it. */
  String canonicalStatement() {
    return statementIn(canonical);
  }

  /** The statement out of the body of a function that PostgreSQL has printed. */
  static String statementIn(String printed) {
    String body = printed.strip();
    if (!body.startsWith("BEGIN ATOMIC") || !body.endsWith("END")) {
      throw new IllegalStateException("not a function body: " + printed);
    }
    String inner = body.substring("BEGIN ATOMIC".length(), body.length() - "END".length()).strip();
    return inner.endsWith(";") ? inner.substring(0, inner.length() - 1) : inner;
  }
}
