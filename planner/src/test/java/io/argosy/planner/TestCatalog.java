package io.argosy.planner;

import io.argosy.planner.facts.Bundling;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.facts.UserFunction;
import io.argosy.planner.facts.Volatility;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The TPC tables with a placement, read from the schema that PostgreSQL gets too. */
public final class TestCatalog {
  private final Map<String, Relation> relations = new LinkedHashMap<>();
  private final Map<String, Volatility> builtins = new HashMap<>();
  private Bundling bundling = Bundling.DEFAULT;

  /**
   * @param hashed the distribution columns of the partitioned tables; the others are replicated.
   *     Orders and line items are colocated, and parts with what suppliers have of them
   */
  public TestCatalog(String... hashed) {
    for (String line : GoldenFile.read("tpch/schema.sql").lines().toList()) {
      Relation table = table(SqlLexer.tokens(line), List.of(hashed));
      relations.put(table.name(), table);
    }
    for (String line : GoldenFile.read("corpus/builtins.txt").lines().toList()) {
      String[] parts = line.split(" ");
      builtins.put(parts[0], Volatility.valueOf(parts[1]));
    }
  }

  /** As PostgreSQL prints it, with its modifier. */
  private static String type(List<String> words) {
    String name = words.get(1).equals("char") ? "character" : words.get(1);
    boolean modified = words.size() > 2 && words.get(2).equals("(");
    return modified ? name + String.join("", words.subList(2, words.indexOf(")") + 1)) : name;
  }

  private static Relation table(List<Token> tokens, List<String> hashed) {
    String name = tokens.get(2).value();
    List<Relation.Column> columns = new ArrayList<>();
    List<String> key = new ArrayList<>();
    int i = 4;
    while (i < tokens.size() && !tokens.get(i).isSymbol(";")) {
      int end = endOfItem(tokens, i);
      if (tokens.get(i).isWord("primary")) {
        tokens.subList(i + 3, end - 1).stream()
            .filter(token -> !token.isSymbol(","))
            .forEach(token -> key.add(token.value()));
      } else {
        List<String> words = tokens.subList(i, end).stream().map(Token::value).toList();
        boolean primary = words.contains("primary");
        if (primary) {
          key.add(words.get(0));
        }
        columns.add(
            new Relation.Column(words.get(0), type(words), primary || words.contains("not")));
      }
      i = end + 1;
    }
    Placement placement =
        columns.stream()
            .map(Relation.Column::name)
            .filter(hashed::contains)
            .findFirst()
            .<Placement>map(
                column -> new Placement.Hash(new Colocation.Group(group(column)), column))
            .orElse(new Placement.Replicated());
    return new Relation(
        "public",
        name,
        true,
        columns,
        List.of(key),
        placement,
        Optional.empty(),
        rows(name),
        histograms(name, key.isEmpty() ? "" : key.get(0), placement));
  }

  private static int group(String column) {
    return switch (column) {
      case "c_custkey" -> 2;
      case "p_partkey", "ps_partkey" -> 3;
      case "s_suppkey" -> 4;
      default -> 1;
    };
  }

  private static List<Relation.Histogram> histograms(
      String table, String key, Placement placement) {
    boolean known = placement instanceof Placement.Replicated && rows(table) > 1000;
    long bound = Math.round(table.equals("partsupp") ? rows("part") : rows(table)) / 3;
    return known
        ? List.of(
            new Relation.Histogram(
                key,
                List.of(
                    "'1'::integer",
                    "'" + bound + "'::integer",
                    "'" + 2 * bound + "'::integer",
                    "'" + 3 * bound + "'::integer")))
        : List.of();
  }

  /** As many as at scale 1. */
  private static double rows(String table) {
    return switch (table) {
      case "region" -> 5;
      case "nation" -> 25;
      case "supplier" -> 10_000;
      case "customer" -> 150_000;
      case "part" -> 200_000;
      case "partsupp" -> 800_000;
      case "orders" -> 1_500_000;
      case "lineitem" -> 6_000_000;
      default -> 1000;
    };
  }

  private static int endOfItem(List<Token> tokens, int from) {
    int depth = 0;
    for (int i = from; i < tokens.size(); i++) {
      if (tokens.get(i).isSymbol("(")) {
        depth++;
      } else if (tokens.get(i).isSymbol(")")) {
        depth--;
        if (depth < 0) {
          return i;
        }
      } else if (depth == 0 && tokens.get(i).isSymbol(",")) {
        return i;
      }
    }
    return tokens.size();
  }

  /** Statements are to be bundled otherwise. */
  TestCatalog with(Bundling other) {
    bundling = other;
    return this;
  }

  /** Adds or replaces a relation. */
  public TestCatalog with(Relation relation) {
    relations.put(relation.name(), relation);
    return this;
  }

  /** Adds a view. */
  public TestCatalog withView(String name, String definition, String... columns) {
    List<Relation.Column> list =
        List.of(columns).stream()
            .map(column -> new Relation.Column(column, "bigint", false))
            .toList();
    return with(
        new Relation(
            "public",
            name,
            true,
            list,
            List.of(),
            new Placement.OfDefinition(),
            Optional.of(definition),
            0));
  }

  public Relation relation(String name) {
    return relations.get(name);
  }

  /** The facts of a statement with so many columns, named c1.. or as given. */
  public StatementFacts facts(
      String sql, List<String> columns, List<UserFunction> functions, List<String> parameters) {
    List<String> words = new ArrayList<>(SqlLexer.tokens(sql).stream().map(Token::value).toList());
    List<Relation> found = new ArrayList<>();
    for (Relation relation : relations.values()) {
      if (words.contains(relation.name()) && relation.definition().isPresent()) {
        SqlLexer.tokens(relation.definition().get()).forEach(token -> words.add(token.value()));
      }
    }
    relations.values().stream().filter(r -> words.contains(r.name())).forEach(found::add);
    return new StatementFacts(
        sql,
        Optional.empty(),
        true,
        found,
        functions,
        List.of(),
        builtins,
        columns.stream().map(name -> new StatementFacts.ResultColumn(name, "text")).toList(),
        parameters,
        3,
        bundling,
        Optional.empty());
  }

  /** Names for columns that a test does not name. */
  static List<String> columns(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> "c" + i).toList();
  }
}
