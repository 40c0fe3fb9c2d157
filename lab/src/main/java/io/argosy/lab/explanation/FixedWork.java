package io.argosy.lab.explanation;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which share of what a node does for a shipped statement is the same however many nodes there are:
 * it plans it, and reads the whole of replicated tables. PostgreSQL's own EXPLAIN ANALYZE on one
 * node tells; the tables of stages have the rows there that the node itself has sent.
 */
final class FixedWork {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Pattern STAGE = Pattern.compile("argosy_stage_[0-9]+");

  private static final Pattern CARVED = Pattern.compile("\\(SELECT \\* FROM (\\w+) WHERE \\(");

  private final Set<String> distributed;

  /**
   * @param distributed the names of the tables that are partitioned
   */
  FixedWork(Set<String> distributed) {
    this.distributed = Set.copyOf(distributed);
  }

  /**
   * The shares, from 0 to 1, by the name of the stage; those that are not known are missing. The
   * name of what is no stage is empty.
   *
   * @param explanation what Argosy's EXPLAIN (FORMAT JSON) told
   * @param node a connection to the PostgreSQL of one node, with the settings of its fragments
   */
  Map<String, Double> shares(JsonNode explanation, Connection node) throws SQLException {
    Map<String, Double> shares = new HashMap<>();
    Set<String> divided = new HashSet<>(distributed);
    for (JsonNode statement : explanation.path("Statements")) {
      Matcher stage = STAGE.matcher(statement.path("Purpose").asText());
      boolean isStage = stage.find();
      if (!isStage && !statement.path("Purpose").asText().equals("Fragment")) {
        continue;
      }
      String sql = statement.path("SQL").asText();
      Set<String> carved = carved(sql);
      divided.addAll(carved);
      Optional<JsonNode> plan = plan(node, sql);
      plan.ifPresent(
          known -> shares.put(isStage ? stage.group() : "", share(known, divided, carved)));
      if (isStage && plan.isPresent()) {
        boolean everywhere =
            statement.path("Movement").asText().matches("(?s).*(BROADCAST|PARAMETERS).*");
        shares.put(PathPart.loadOf(stage.group()), everywhere ? 1.0 : 0.0);
        if (!everywhere) {
          divided.add(stage.group());
        }
        keepRows(node, stage.group(), sql);
      }
    }
    return shares;
  }

  /** As many rows as a node gets from all of them, if not the same ones. */
  private static void keepRows(Connection node, String table, String sql) throws SQLException {
    try (Statement statement = node.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS pg_temp." + table);
      statement.execute("CREATE TEMP TABLE " + table + " AS " + sql);
      statement.execute("ANALYZE pg_temp." + table);
    }
  }

  private static Optional<JsonNode> plan(Connection node, String sql) throws SQLException {
    try (Statement statement = node.createStatement();
        ResultSet rows =
            statement.executeQuery("EXPLAIN (ANALYZE, TIMING, BUFFERS off, FORMAT json) " + sql)) {
      rows.next();
      return Optional.of(JSON.readTree(rows.getString(1)).path(0));
    } catch (SQLException e) {
      if (node.isValid(0)) {
        return Optional.empty();
      }
      throw e;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("EXPLAIN (FORMAT json) answered no JSON", e);
    }
  }

  /**
   * The share of one statement.
   *
   * @param explained by PostgreSQL
   * @param divided the tables of which a node has, or takes, a part only
   * @param carved those of them of which it has all
   */
  static double share(JsonNode explained, Set<String> divided, Set<String> carved) {
    double planning = explained.path("Planning Time").asDouble();
    double all = planning + explained.path("Execution Time").asDouble();
    return all == 0
        ? 0
        : Math.clamp((planning + fixed(explained.path("Plan"), divided, carved)) / all, 0, 1);
  }

  /** Milliseconds of the largest parts of the plan that read replicated tables alone, and once. */
  private static double fixed(JsonNode plan, Set<String> divided, Set<String> carved) {
    boolean once = plan.path("Actual Loops").asDouble() == 1;
    boolean whole = readsAny(plan) && !readsDivided(plan, divided) || readsAllOf(carved, plan);
    if (once && whole) {
      return plan.path("Actual Total Time").asDouble();
    }
    double sum = 0;
    for (JsonNode child : plan.path("Plans")) {
      sum += fixed(child, divided, carved);
    }
    return sum;
  }

  /** A part that no index leads to is found by reading all. */
  private static boolean readsAllOf(Set<String> carved, JsonNode plan) {
    return plan.path("Node Type").asText().equals("Seq Scan")
        && carved.contains(plan.path("Relation Name").asText());
  }

  /** The replicated tables of which each node takes a range. */
  private static Set<String> carved(String sql) {
    return CARVED.matcher(sql).results().map(found -> found.group(1)).collect(toSet());
  }

  private static boolean readsAny(JsonNode plan) {
    return plan.has("Relation Name") || anyChild(plan, FixedWork::readsAny);
  }

  private static boolean readsDivided(JsonNode plan, Set<String> divided) {
    return divided.contains(plan.path("Relation Name").asText())
        || anyChild(plan, child -> readsDivided(child, divided));
  }

  private static boolean anyChild(JsonNode plan, Predicate<JsonNode> condition) {
    for (JsonNode child : plan.path("Plans")) {
      if (condition.test(child)) {
        return true;
      }
    }
    return false;
  }
}
