package io.argosy.coordinator.analysis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.NodeJson;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.facts.Volatility;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.RelationReference;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which rows of a table a statement can use at all, as far as PostgreSQL's own plan says it: the
 * conditions that every scan of the table applies by itself. Rows that fail them need not be moved.
 */
public final class ScanFilters {
  /** The condition of a table that is only inserted into. */
  public static final String NOTHING = "false";

  /** The alias under which the conditions name the table. */
  static final String ALIAS = "argosy_row";

  /** The values with which it is explained would leave out partitions that others need. */
  private static final String ALL_PARTITIONS = "SET LOCAL enable_partition_pruning = off; ";

  private static final ObjectMapper JSON = NodeJson.MAPPER;
  private static final List<String> CONDITIONS = List.of("Filter", "Index Cond", "Recheck Cond");

  /** Keywords that are written like calls, and constructs that PostgreSQL evaluates itself. */
  private static final Set<String> NOT_CALLS =
      Set.of(
          "and",
          "or",
          "not",
          "in",
          "any",
          "all",
          "array",
          "row",
          "coalesce",
          "nullif",
          "greatest",
          "least",
          "numeric",
          "varchar",
          "char",
          "character",
          "bit",
          "varying",
          "timestamp",
          "time",
          "interval",
          "cast",
          "bpchar",
          "then",
          "else",
          "when",
          "case");

  /**
   * The other words of a condition, which PostgreSQL quotes where they are names. A column of the
   * scanned table is always qualified; a name that is not belongs to another part of the plan.
   */
  private static final Set<String> WORDS =
      Set.of(
          "and",
          "or",
          "not",
          "is",
          "null",
          "true",
          "false",
          "distinct",
          "from",
          "in",
          "any",
          "all",
          "array",
          "row",
          "case",
          "when",
          "then",
          "else",
          "end",
          "collate",
          "time",
          "with",
          "precision");

  private final Map<String, Volatility> builtins;

  ScanFilters(Map<String, Volatility> builtins) {
    this.builtins = builtins;
  }

  /**
   * The conditions by schema-qualified table name; a table without any is missing.
   *
   * @param session a backend in a transaction, under the session's search_path
   * @param relations all that the statement reaches
   */
  Map<String, String> read(
      NodeSession session,
      String canonical,
      List<String> parameterTypes,
      List<RelationFact> relations) {
    Map<String, List<Optional<String>>> scans = new HashMap<>();
    Map<String, Set<String>> partitions = partitions(relations);
    collect(explain(session, canonical, parameterTypes).path(0).path("Plan"), partitions, scans);
    Stream<String> views =
        relations.stream().map(RelationFact::definition).filter(Objects::nonNull);
    // Conditions name columns as the statement does, be it otherwise than the table.
    Stream.concat(Stream.of(canonical), views)
        .flatMap(text -> RelationReference.in(text).stream())
        .filter(RelationReference::columnsNamed)
        .map(reference -> key(reference.schema(), reference.relation()))
        .forEach(
            table ->
                scans
                    .keySet()
                    .removeIf(
                        scanned ->
                            scanned.equals(table)
                                || partitions.getOrDefault(scanned, Set.of()).contains(table)));
    Map<String, String> filters = new HashMap<>();
    scans.forEach(
        (table, conditions) -> {
          if (conditions.isEmpty()) {
            filters.put(table, NOTHING);
          } else if (conditions.stream().allMatch(Optional::isPresent)) {
            Set<String> alternatives =
                new LinkedHashSet<>(conditions.stream().map(Optional::get).toList());
            filters.put(table, String.join(" OR ", alternatives));
          }
        });
    return filters;
  }

  private static JsonNode explain(
      NodeSession session, String canonical, List<String> parameterTypes) {
    TextResult.run(session, "SAVEPOINT argosy_scans");
    try {
      // A generic plan: conditions that hold whatever the parameters are.
      PreparedText prepared = new PreparedText(canonical, parameterTypes);
      TextResult.run(
          session,
          PreparedText.GENERIC_PLAN
              + "; "
              + (parameterTypes.isEmpty() ? "" : ALL_PARTITIONS)
              + prepared.prepare());
      TextResult plan =
          TextResult.run(session, "EXPLAIN (VERBOSE, FORMAT JSON) " + prepared.execute());
      return JSON.readTree(plan.single());
    } catch (PostgresException e) {
      if (e.error().tellsOfCircumstances()) {
        throw e;
      }
      // Moving all rows is right too.
      return JSON.createArrayNode();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("EXPLAIN (FORMAT JSON) answered no JSON", e);
    } finally {
      TextResult.run(session, "ROLLBACK TO SAVEPOINT argosy_scans");
      TextResult.run(session, "DEALLOCATE ALL");
    }
  }

  /** The tables that each table is scanned for: a partition for itself and for its table. */
  private static Map<String, Set<String>> partitions(List<RelationFact> relations) {
    Map<String, Set<String>> tables = new HashMap<>();
    for (RelationFact relation : relations) {
      for (List<String> partition : relation.partitions()) {
        tables
            .computeIfAbsent(
                key(partition.getFirst(), partition.getLast()), ignored -> new LinkedHashSet<>())
            .add(relation.qualifiedName());
      }
    }
    return tables;
  }

  /**
   * @param partitions which tables else are scanned where a table is
   */
  private void collect(
      JsonNode node,
      Map<String, Set<String>> partitions,
      Map<String, List<Optional<String>>> scans) {
    if (node.has("Relation Name") && node.has("Schema")) {
      String table = key(node.path("Schema").textValue(), node.path("Relation Name").textValue());
      boolean scan = !node.path("Node Type").textValue().equals("ModifyTable");
      Stream.concat(Stream.of(table), partitions.getOrDefault(table, Set.of()).stream())
          .map(each -> scans.computeIfAbsent(each, ignored -> new ArrayList<>()))
          // What is modified without a scan is only inserted into.
          .filter(ignored -> scan)
          .forEach(conditions -> conditions.add(condition(node)));
    }
    node.path("Plans").forEach(child -> collect(child, partitions, scans));
  }

  static String key(String schema, String table) {
    return Identifiers.quote(schema) + "." + Identifiers.quote(table);
  }

  private Optional<String> condition(JsonNode scan) {
    String alias = scan.path("Alias").textValue();
    List<String> usable = new ArrayList<>();
    for (String property : CONDITIONS) {
      if (scan.path(property).isTextual()) {
        for (List<Token> conjunct : conjuncts(SqlLexer.tokens(scan.path(property).textValue()))) {
          renamed(conjunct, alias).ifPresent(usable::add);
        }
      }
    }
    return usable.isEmpty()
        ? Optional.empty()
        : Optional.of("(" + String.join(" AND ", usable) + ")");
  }

  /** The parts of {@code ((a) AND (b))}. */
  private static List<List<Token>> conjuncts(List<Token> tokens) {
    List<Token> inner = tokens;
    while (enclosed(inner)) {
      inner = inner.subList(1, inner.size() - 1);
    }
    List<List<Token>> parts = Brackets.split(inner, token -> token.isWord("and"));
    boolean apart = isFreeOf(inner, "or") && isFreeOf(inner, "case");
    return apart ? parts : List.of(inner);
  }

  private static boolean isFreeOf(List<Token> condition, String word) {
    return Brackets.find(condition, 0, word) == condition.size();
  }

  private static boolean enclosed(List<Token> tokens) {
    return tokens.size() >= 2
        && tokens.getFirst().isSymbol("(")
        && Brackets.closing(tokens, 0) == tokens.size() - 1;
  }

  /** The condition with the table's alias replaced, if it is about this table's row alone. */
  private Optional<String> renamed(List<Token> tokens, String alias) {
    StringBuilder sql = new StringBuilder("(");
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean named =
          token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_IDENTIFIER;
      boolean qualifier = named && i + 1 < tokens.size() && tokens.get(i + 1).isSymbol(".");
      boolean call = named && i + 1 < tokens.size() && tokens.get(i + 1).isSymbol("(");
      boolean operatorName = token.isWord("operator");
      if (token.kind() == Token.Kind.PARAMETER
          || token.text().startsWith("$")
          || token.isWord("subplan")
          || token.isWord("initplan")
          || token.isWord("hashed")
          // A conversion half done, which only the planner writes.
          || token.isWord("cstring")
          || operatorName
          || (qualifier && !token.value().equals(alias))
          || (named && !qualifier && !call && !isPartOfName(tokens, i) && !isWord(tokens, i))
          || (call && !isSafeCall(token))) {
        return Optional.empty();
      }
      sql.append(qualifier ? ALIAS : token.text());
      if (i + 1 < tokens.size() && tokens.get(i + 1).start() > token.end()) {
        sql.append(' ');
      }
    }
    return Optional.of(sql.append(')').toString());
  }

  /** Whether a column's qualifier or a type's colons stand before a name. */
  private static boolean isPartOfName(List<Token> tokens, int at) {
    return at > 0 && (tokens.get(at - 1).isSymbol(".") || tokens.get(at - 1).isSymbol("::"));
  }

  private static boolean isWord(List<Token> tokens, int at) {
    Token token = tokens.get(at);
    if (token.kind() != Token.Kind.WORD) {
      return false;
    }
    return switch (token.value()) {
      case "zone" -> isWord(tokens, at - 1, "time");
      case "at", "without" -> isWord(tokens, at + 1, "time");
      case "varying" -> isWord(tokens, at - 1, "character") || isWord(tokens, at - 1, "bit");
      case "unknown" -> isWord(tokens, at - 1, "is") || isWord(tokens, at - 1, "not");
      default -> WORDS.contains(token.value());
    };
  }

  private static boolean isWord(List<Token> tokens, int at, String word) {
    return at >= 0 && at < tokens.size() && tokens.get(at).isWord(word);
  }

  /** An aggregate in a condition is one of another part of the plan. */
  private boolean isSafeCall(Token token) {
    return NOT_CALLS.contains(token.value())
        || (builtins.get(token.value()) == Volatility.IMMUTABLE
            && !Aggregates.isBuiltin(token.value()));
  }
}
