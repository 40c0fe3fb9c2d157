package io.argosy.coordinator.execute.gather;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.move.StageNames;
import io.argosy.coordinator.execute.move.TableMove;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Copies of the tables that a part of a statement reads, on every node that evaluates the part:
 * what lies on several nodes, and what lies on the home node alone. They have the rows from before
 * the statement.
 */
public final class ReadCopies {
  private final StatementRun run;
  private final PlannedStatement planned;
  private final int nodes;

  /** What stands for relations, by node. */
  private final Map<Integer, Map<RelationRenamer.Name, String>> names = new TreeMap<>();

  private final Map<Integer, List<String>> made = new TreeMap<>();

  private ReadCopies(StatementRun run, PlannedStatement planned, int nodes) {
    this.run = run;
    this.planned = planned;
    this.nodes = nodes;
    for (int node = Cluster.HOME; node < nodes; node++) {
      names.put(node, new HashMap<>());
      made.put(node, new ArrayList<>());
    }
  }

  /**
   * Makes the copies, in the transaction that is open.
   *
   * @param planned a statement that is gathered
   * @param part of its canonical text
   * @param nodes how many nodes evaluate the part, from the home node on
   * @throws PostgresException 0A000 for what cannot be copied; 53400 when more than the limit is
   *     moved
   */
  public static ReadCopies of(StatementRun run, PlannedStatement planned, String part, int nodes) {
    ReadCopies copies = new ReadCopies(run, planned, nodes);
    copies.add(part);
    return copies;
  }

  /** A part of the statement over a node's copies. */
  public String over(int node, String part) {
    return new RelationRenamer(names.get(node)).rename(part);
  }

  /** Drops them. */
  public void drop() {
    made.forEach(
        (node, tables) ->
            tables.forEach(
                table -> TextResult.run(run.backends().on(node), "DROP TABLE " + table)));
  }

  private void add(String part) {
    requireNoTemporary(part);
    for (RelationFact relation : planned.relations()) {
      RelationRenamer.Name name = new RelationRenamer.Name(relation.schema(), relation.name());
      if (!names.get(Cluster.HOME).containsKey(name) && RelationRenamer.mentions(part, name)) {
        add(relation, name);
      }
    }
  }

  /** Temporary tables are written without their schema. */
  private void requireNoTemporary(String part) {
    Set<String> words =
        SqlLexer.tokens(part).stream().map(Token::value).collect(Collectors.toUnmodifiableSet());
    planned.relations().stream()
        .filter(relation -> nodes > 1 && relation.schema().equals("pg_temp"))
        .filter(relation -> words.contains(relation.name()))
        .findFirst()
        .ifPresent(
            relation -> {
              throw refusal(relation, "it is a temporary table, which only the home node has");
            });
  }

  private void add(RelationFact relation, RelationRenamer.Name name) {
    switch (relation.placement()) {
      case "hash" -> copy(relation, name);
      case "single" -> {
        if (nodes > 1 && !relation.kind().equals("S")) {
          copy(relation, name);
        }
      }
      case "view" -> inline(relation, name);
      case "catalog" -> {
        if (nodes > 1) {
          throw refusal(relation, "it is a system catalog, which differs from node to node");
        }
      }
      default -> {
        // Every node has all rows of a replicated table.
      }
    }
  }

  /** A view's query takes its place, over copies of what it reads. */
  private void inline(RelationFact view, RelationRenamer.Name name) {
    if (view.definition() == null) {
      throw refusal(view, "the view's query is not understood");
    }
    add(view.definition());
    String query = view.definition().strip();
    String definition = query.endsWith(";") ? query.substring(0, query.length() - 1) : query;
    names.forEach((node, own) -> own.put(name, "(" + over(node, definition) + ")"));
  }

  private void copy(RelationFact relation, RelationRenamer.Name name) {
    if (!relation.systemColumns().isEmpty()) {
      throw refusal(relation, "the statement reads system columns of the table");
    }
    String filter = planned.checked().scanFilters().get(relation.qualifiedName());
    String home = "pg_temp.argosy_read_" + run.backends().nextNumber();
    GatherScript.Copy copy = GatherScript.copy(relation, home, planned, filter);
    NodeSession session = run.backends().home();
    TextResult.run(session, copy.definition());
    made.get(Cluster.HOME).add(home);
    new Gathering(run)
        .load(
            session,
            run.backends()::on,
            home,
            copy.columns(),
            relation.partitioned() ? run.backends().cluster().nodes().size() : 1,
            node -> copy.source());
    copy.keys().forEach(key -> TextResult.run(session, key));
    names.get(Cluster.HOME).put(name, home);
    for (int node = Cluster.HOME + 1; node < nodes; node++) {
      names.get(node).put(name, send(relation, copy, filter, node));
    }
  }

  private String send(RelationFact relation, GatherScript.Copy copy, String filter, int node) {
    String table = StageNames.unused();
    NodeSession session = run.backends().on(node);
    TextResult.run(
        session,
        "CREATE UNLOGGED TABLE "
            + table
            + " AS TABLE "
            + relation.qualifiedName()
            + " WITH NO DATA");
    made.get(node).add(table);
    String rows = "SELECT " + Identifiers.list(copy.columns()) + " FROM " + copy.name();
    TableMove.copy(
        run.backends().home(), Request.Extended.of(rows, 1), session, table, copy.columns());
    GatherScript.copy(relation, table, planned, filter)
        .keys()
        .forEach(key -> TextResult.run(session, key));
    return table;
  }

  private static PostgresException refusal(RelationFact relation, String why) {
    return new PostgresException(
        "0A000",
        "\""
            + relation.name()
            + "\" cannot be read beside rows that are inserted on several nodes: "
            + why,
        "Read it in a statement of its own first, and give the INSERT what it says.");
  }
}
