package io.argosy.coordinator.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.DataRowReader;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.catalog.Identifiers;
import io.argosy.coordinator.catalog.PlacementRules;
import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.ImmediateExecution;
import io.argosy.coordinator.execute.NodeExecution;
import io.argosy.coordinator.execute.TableMove;
import io.argosy.coordinator.wire.ClientOutput;
import io.argosy.planner.parse.Token;
import java.util.List;
import java.util.stream.Collectors;

/**
 * create_distributed_table, create_reference_table and declare_function_safe: rows that the table
 * already has are moved to where they belong, and every node notes the placement, in one
 * transaction.
 */
final class PlacementStatements {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Backends backends;
  private final ClientOutput client;

  PlacementStatements(Backends backends, ClientOutput client) {
    this.backends = backends;
    this.client = client;
  }

  Execution place(SqlStatement statement, Binding binding) {
    backends.ensureTransaction();
    backends.block().markCatalogChanged();
    Token function =
        statement.tokens().stream()
            .filter(token -> SqlStatement.isPlacementFunction(token.value()))
            .findFirst()
            .orElseThrow();
    JsonNode arguments = arguments(statement, function, binding);
    switch (function.value()) {
      case "create_distributed_table" -> distribute(arguments);
      case "create_reference_table" -> replicate(arguments);
      case "declare_function_safe" ->
          onAllNodes(
              "SELECT argosy.record_safe_function("
                  + Identifiers.literal(arguments.get("function").asText())
                  + ")");
      default -> throw new IllegalStateException("unknown function " + function.value());
    }
    return new ImmediateExecution("SELECT 1", List.of(List.of("")));
  }

  /** The call's arguments, evaluated by the home node. */
  private JsonNode arguments(SqlStatement statement, Token function, Binding binding) {
    Token first = statement.tokens().get(1);
    String sql =
        statement.sql().substring(0, first.start())
            + "argosy."
            + function.value()
            + "_arguments"
            + statement.sql().substring(function.end());
    try (Execution execution =
        new NodeExecution(backends.home(), binding.withResultFormat(0).request(sql), client)) {
      String document = null;
      Execution.Batch batch;
      while ((batch = execution.next()) != null) {
        DataRowReader reader = new DataRowReader(batch.messages());
        while (reader.next()) {
          if (document != null || reader.columnCount() != 1) {
            throw new PostgresException(
                "0A000", function.value() + " must be called by itself, for one table at a time");
          }
          document = reader.text(0);
        }
      }
      if (document == null) {
        throw new PostgresException(
            "22004", function.value() + " needs arguments that are not NULL");
      }
      return JSON.readTree(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the arguments came as an unexpected document", e);
    }
  }

  private void distribute(JsonNode arguments) {
    TableFact table = unplacedTable(arguments);
    if (!arguments.get("type").asText().equals("hash")) {
      throw new PostgresException(
          "0A000",
          "distribution type " + arguments.get("type").asText() + " is not supported",
          "Tables are distributed by hash.");
    }
    String columnName = arguments.get("column").asText();
    TableFact.Column column = table.column(columnName);
    if (column.generated()) {
      throw new PostgresException("0A000", "a generated column cannot be the distribution column");
    }
    if (!column.deterministic()) {
      throw new PostgresException(
          "0A000",
          "the collation of column \"" + columnName + "\" is not deterministic",
          "Equal values could have different hashes. Distribute by a column with another"
              + " collation.");
    }
    KeyType type = KeyType.of(column.type());
    int group = colocationGroup(arguments, table, column);
    String key = Identifiers.quote(columnName);
    // A row without a key has no node to live on; PostgreSQL says so from now on.
    onAllNodes("ALTER TABLE " + table.qualifiedName() + " ALTER COLUMN " + key + " SET NOT NULL");
    moveRows(table, type.slotExpression(key));
    record(
        table,
        "'hash', "
            + Identifiers.literal(columnName)
            + ", "
            + group
            + ", "
            + Identifiers.literal(column.type()));
  }

  private int colocationGroup(JsonNode arguments, TableFact table, TableFact.Column column) {
    String with = arguments.get("colocateWith").asText();
    if (with.equals("none")) {
      return table.nextGroup();
    }
    if (with.equals("default")) {
      return table.groupsByType().getOrDefault(column.type(), table.nextGroup());
    }
    TableFact other = TableFact.read(backends.home(), arguments.get("colocateTable").asText());
    if (other.colocationGroup() == null) {
      throw new PostgresException(
          "42P16",
          "table \"" + other.name() + "\" is not distributed, so nothing is colocated with it");
    }
    if (!other.keyType().equals(column.type())) {
      throw new PostgresException(
          "42804",
          "cannot colocate: the distribution column of \""
              + other.name()
              + "\" has type "
              + other.keyType()
              + ", not "
              + column.type());
    }
    return other.colocationGroup();
  }

  private void replicate(JsonNode arguments) {
    TableFact table = unplacedTable(arguments);
    for (int node = Cluster.HOME + 1; node < backends.cluster().nodes().size(); node++) {
      move(table, node, "");
    }
    record(table, "'replicated', NULL, NULL, NULL");
  }

  private TableFact unplacedTable(JsonNode arguments) {
    TableFact table = TableFact.read(backends.home(), arguments.get("table").asText());
    if (table.placement() != null) {
      throw new PostgresException(
          "42P16",
          "table \"" + table.name() + "\" already has a placement: " + table.placement(),
          "To place it anew, create another table and INSERT .. SELECT the rows.");
    }
    if (!table.kind().equals("r") || table.inherits()) {
      throw new PostgresException(
          "42809", "\"" + table.name() + "\" is not an ordinary table without inheritance");
    }
    return table;
  }

  private void record(TableFact table, String rest) {
    onAllNodes(
        "SELECT argosy.record_placement("
            + Identifiers.literal(table.qualifiedName())
            + ", "
            + rest
            + ")");
    PlacementRules.check(backends.home());
    PlacementRules.halfPlacedForeignKeys(backends.home())
        .forEach(advice -> client.notice(PostgresError.of("NOTICE", "00000", advice)));
  }

  /** Moves the rows that the table has on the home node to the owners of their slots. */
  private void moveRows(TableFact table, String slot) {
    SlotMap slots = backends.cluster().slots();
    for (int node = Cluster.HOME + 1; node < slots.nodes(); node++) {
      move(
          table,
          node,
          " WHERE "
              + slot
              + " BETWEEN "
              + slots.firstSlot(node)
              + " AND "
              + (slots.firstSlot(node + 1) - 1));
    }
    if (slots.nodes() > 1) {
      TextResult.run(
          backends.home(),
          "DELETE FROM " + table.qualifiedName() + " WHERE " + slot + " >= " + slots.firstSlot(1));
    }
  }

  private void move(TableFact table, int node, String condition) {
    List<String> columns =
        table.columns().stream()
            .filter(column -> !column.generated())
            .map(TableFact.Column::name)
            .toList();
    String names = columns.stream().map(Identifiers::quote).collect(Collectors.joining(", "));
    TableMove.copy(
        backends.home(),
        Request.Extended.of("SELECT " + names + " FROM " + table.qualifiedName() + condition, 1),
        backends.on(node),
        table.qualifiedName(),
        columns);
  }

  private void onAllNodes(String sql) {
    for (int node = Cluster.HOME; node < backends.cluster().nodes().size(); node++) {
      NodeSession session = backends.on(node);
      TextResult.run(session, sql);
    }
  }
}
