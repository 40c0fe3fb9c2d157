package io.argosy.coordinator.statement.placement;

import com.fasterxml.jackson.databind.JsonNode;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.execute.move.TableMove;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.metadata.HalfPlacedForeignKeys;
import io.argosy.coordinator.metadata.MoveRules;
import io.argosy.coordinator.metadata.PlacementRules;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.backend.SuspendedKeys;
import io.argosy.coordinator.session.transaction.TransactionModes.Isolation;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * create_distributed_table and create_reference_table: rows that the table already has are moved to
 * where they belong, and every node notes the placement, in one transaction. The same for tables
 * that are attached with the rows that all nodes have, and declare_function_safe.
 */
public final class PlacementStatements {
  private static final String FOREIGN_KEY_VIOLATION = "23503";

  /** Where NOT NULL is one's own (NO INHERIT), PostgreSQL does not set it once more. */
  private static final String NEVER_NULL =
      "SELECT EXISTS (SELECT FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_attribute a"
          + " ON a.attrelid OPERATOR(pg_catalog.=) c.conrelid"
          + " AND a.attnum OPERATOR(pg_catalog.=) ANY (c.conkey)"
          + " WHERE c.conrelid OPERATOR(pg_catalog.=) %s AND a.attname OPERATOR(pg_catalog.=) %s"
          + " AND c.contype OPERATOR(pg_catalog.=) 'n' AND c.convalidated AND c.connoinherit)";

  private final Backends backends;
  private final ClientOutput client;

  public PlacementStatements(Backends backends, ClientOutput client) {
    this.backends = backends;
    this.client = client;
  }

  public Execution place(SqlStatement statement, Binding binding) {
    boolean more = backends.block() != null;
    backends.ensureTransaction();
    backends.transaction().changesCatalog();
    PlacementCall call = PlacementCall.of(statement, binding, backends.home(), client);
    JsonNode arguments = call.arguments();
    if (!call.function().startsWith("create_")) {
      SuspendedKeys.requireNone(backends.transaction());
    }
    switch (call.function()) {
      case "create_distributed_table" -> distribute(arguments, more);
      case "create_reference_table" ->
          replicate(unplacedTable(arguments.get("table").asText()), more);
      case "attach_distributed_table" -> attachDistributed(arguments);
      case "attach_reference_table" -> attachReplicated(arguments);
      case "detach_table" -> detach(arguments);
      case "declare_placement" -> recordRule(arguments, requiredColumn(arguments));
      case "declare_reference" -> recordRule(arguments, null);
      case "forget_placement_rule" -> forgetRule(arguments);
      case "declare_function_safe" -> declareSafe(arguments.get("function").asText());
      case "move_slots" -> {
        if (more) {
          throw new PostgresException("25001", "move_slots cannot run inside a transaction block");
        }
        if (OwnerTriggers.renew(backends)) {
          // Readers wait for that, and need not wait for the move.
          backends.transaction().commit();
          backends.ensureTransaction();
          backends.transaction().changesCatalog();
        }
        long moved = new SlotMove(backends, arguments).run();
        // What comes behind it in the same message is to find the rows where they are now.
        backends.transaction().commit();
        return rows(moved);
      }
      default -> throw new IllegalStateException("unknown function " + call.function());
    }
    return new ImmediateExecution("SELECT 1", List.of(List.of("")));
  }

  private static Execution rows(long moved) {
    return new ImmediateExecution("SELECT 1", List.of(List.of(Long.toString(moved))));
  }

  private static String requiredColumn(JsonNode arguments) {
    String column = arguments.get("column").asText(null);
    if (column == null) {
      throw new PostgresException("22004", "a rule needs a distribution column");
    }
    return column;
  }

  /** Only the home node, where tables are made first, is asked for rules. */
  private void recordRule(JsonNode arguments, String column) {
    TextResult.run(
        backends.home(),
        "SELECT argosy.record_placement_rule($1, $2, $3, $4)",
        Arrays.asList(
            arguments.get("schema").asText(),
            arguments.get("name").asText(),
            column,
            arguments.path("colocateWith").asText("default")));
  }

  private void forgetRule(JsonNode arguments) {
    TextResult.run(
        backends.home(),
        "SELECT argosy.delete_placement_rule($1, $2)",
        List.of(arguments.get("schema").asText(), arguments.get("name").asText()));
  }

  /**
   * Places a table as the rule for its name says.
   *
   * @param table its object id
   * @param column the distribution column; null for a reference table
   */
  void placeByRule(String table, String column, String colocateWith) {
    if (column == null) {
      replicate(unplacedTable(table), false);
      return;
    }
    String arguments =
        TextResult.run(
                backends.home(),
                "SELECT argosy.create_distributed_table_arguments("
                    + table
                    + "::pg_catalog.oid::pg_catalog.regclass, $1, 'hash', $2)",
                List.of(column, colocateWith))
            .single();
    distribute(PlacementCall.parsed(arguments), false);
  }

  private void declareSafe(String function) {
    if (SqlStatement.isTemporarySchema(function.split("\\.")[0])) {
      throw new PostgresException(
          "42809",
          "function " + function + " is temporary, and on the home node only",
          "Create it in another schema to have it on every node.");
    }
    backends.runOnEach("SELECT argosy.record_safe_function(" + Identifiers.literal(function) + ")");
  }

  private void distribute(JsonNode arguments, boolean more) {
    TableFact table = unplacedTable(arguments.get("table").asText());
    if (!arguments.get("type").asText().equals("hash")) {
      throw new PostgresException(
          "0A000",
          "distribution type " + arguments.get("type").asText() + " is not supported",
          "Tables are distributed by hash.");
    }
    TableFact.Column column = distributionColumn(table, arguments);
    distribute(table, column, colocationGroup(arguments, table, column), more);
  }

  private void distribute(TableFact table, TableFact.Column column, int group, boolean more) {
    requireKeys(table, column);
    ExistingTables.requireRowsAtHomeOnly(backends, table);
    SuspendedKeys keys = new SuspendedKeys(backends);
    if (hasRowsToMove(table)) {
      keys.beforeDistributing(table);
      requireMovable(table, true);
      moveRows(table, column);
    }
    recordDistributed(table, column, group, () -> keys.resume(more));
  }

  /**
   * Places a table that is about to become a partition as the table is of which it will be one.
   * What stands in the way of that PostgreSQL says itself.
   */
  public void placeLike(TableFact parent, TableFact partition) {
    if (parent.replicated()) {
      replicate(placeable(partition), false);
      return;
    }
    partition.columns().stream()
        .filter(column -> column.name().equals(parent.distributionColumn()))
        .filter(column -> parent.keyType().equals(column.keyType()))
        .filter(column -> column.deterministic() && !column.generated() && column.notNull())
        .findFirst()
        .ifPresent(
            column -> distribute(placeable(partition), column, parent.colocationGroup(), false));
  }

  private void requireMovable(TableFact table, boolean deletes) {
    table
        .withPartitions(backends.home())
        .forEach(each -> MoveRules.check(backends.home(), each.oid(), deletes));
  }

  private static TableFact.Column distributionColumn(TableFact table, JsonNode arguments) {
    TableFact.Column column = table.column(arguments.get("column").asText());
    if (column.generated()) {
      throw new PostgresException(
          "0A000",
          "a generated column cannot be the distribution column",
          "Distribute by a column that it is computed from.");
    }
    column.requireKeyType();
    if (!column.deterministic()) {
      throw new PostgresException(
          "0A000",
          "the collation of column \"" + column.name() + "\" is not deterministic",
          "Equal values could have different hashes. Distribute by a column with another"
              + " collation.");
    }
    return column;
  }

  /** A row without a key has no node to live on; PostgreSQL says so from now on. */
  private void requireKeys(TableFact table, TableFact.Column column) {
    boolean required =
        TextResult.run(
                backends.home(),
                NEVER_NULL.formatted(table.oid(), Identifiers.literal(column.name())))
            .single()
            .equals("t");
    if (required) {
      return;
    }
    backends.runOnEach(
        "ALTER TABLE "
            + table.qualifiedName()
            + " ALTER COLUMN "
            + Identifiers.quote(column.name())
            + " SET NOT NULL");
  }

  private void recordDistributed(
      TableFact table, TableFact.Column column, int group, Runnable before) {
    record(
        table,
        "'hash', "
            + Identifiers.literal(column.name())
            + ", "
            + group
            + ", "
            + Identifiers.literal(column.keyType()),
        before);
  }

  private int colocationGroup(JsonNode arguments, TableFact table, TableFact.Column column) {
    String with = arguments.get("colocateWith").asText();
    if (with.equals("none")) {
      return table.nextGroup();
    }
    if (with.equals("default")) {
      return table.groupsByType().getOrDefault(column.keyType(), table.nextGroup());
    }
    TableFact other = TableFact.read(backends.home(), arguments.get("colocateTable").asText());
    if (other.colocationGroup() == null) {
      throw new PostgresException(
          "42P16",
          "table \"" + other.name() + "\" is not distributed, so nothing is colocated with it");
    }
    if (!other.keyType().equals(column.keyType())) {
      throw new PostgresException(
          "42804",
          "cannot colocate: the distribution column of \""
              + other.name()
              + "\" has type "
              + other.keyType()
              + ", not "
              + column.keyType());
    }
    return other.colocationGroup();
  }

  private void replicate(TableFact table, boolean more) {
    ExistingTables.requireRowsAtHomeOnly(backends, table);
    SuspendedKeys keys = new SuspendedKeys(backends);
    keys.beforeReplicating(table);
    if (hasRowsToMove(table)) {
      requireMovable(table, false);
      for (int node = Cluster.HOME + 1; node < backends.cluster().nodes().size(); node++) {
        move(table, node, "");
      }
    }
    recordReplicated(table, () -> keys.resume(more));
  }

  private void recordReplicated(TableFact table, Runnable before) {
    record(table, "'replicated', NULL, NULL, NULL", before);
  }

  /** What the rules refuse is refused before the rows are looked at, which may take its time. */
  private void attachDistributed(JsonNode arguments) {
    TableFact table = unplacedTable(arguments.get("table").asText());
    TableFact.Column column = distributionColumn(table, arguments);
    int group = colocationGroup(arguments, table, column);
    Attachment attachment = beginAttachment(table);
    recordDistributed(table, column, group, () -> {});
    attachment.ensurePlacement(column, arguments.get("move").asBoolean());
    requireKeys(table, column);
  }

  private void attachReplicated(JsonNode arguments) {
    TableFact table = unplacedTable(arguments.get("table").asText());
    Attachment attachment = beginAttachment(table);
    recordReplicated(table, () -> {});
    attachment.requireEqualCopies();
  }

  private Attachment beginAttachment(TableFact table) {
    if (!backends.block().is(Isolation.READ_COMMITTED)) {
      throw new PostgresException(
          "25001",
          "tables are attached in READ COMMITTED transactions only",
          "What was written between the transaction's snapshot and its lock would not be seen.");
    }
    Attachment attachment =
        new Attachment(new StatementRun(backends, Binding.none(), client), table);
    attachment.begin();
    return attachment;
  }

  private void detach(JsonNode arguments) {
    TableFact table = TableFact.read(backends.home(), arguments.get("table").asText());
    if (table.placement() == null) {
      throw new PostgresException("42P16", "table \"" + table.name() + "\" has no placement");
    }
    requireNoPartition(table);
    keepWritersOut(table);
    PlacementRules rules = PlacementRules.before(backends.home());
    table
        .withPartitions(backends.home())
        .forEach(
            each ->
                backends.runOnEach(
                    "SELECT argosy.forget_placement("
                        + Identifiers.literal(each.qualifiedName())
                        + ")"));
    TextResult.run(backends.home(), "SELECT argosy.note_names()");
    OwnerTriggers.drop(backends, table);
    rules.check(backends.home());
    client.notice(
        PostgresError.of(
            "NOTICE",
            "00000",
            "table %s stays as it is on every node; from now on only the rows of node %s are seen"
                .formatted(table.qualifiedName(), backends.cluster().home().name())));
  }

  private TableFact unplacedTable(String oid) {
    TableFact table = TableFact.read(backends.home(), oid);
    if (table.placement() != null) {
      throw new PostgresException(
          "42P16",
          "table \"" + table.name() + "\" already has a placement: " + table.placement(),
          "To place it anew, create another table and INSERT .. SELECT the rows.");
    }
    if (SqlStatement.isTemporarySchema(table.schema())) {
      throw new PostgresException(
          "42809",
          "\"" + table.name() + "\" is a temporary table, which lives on the home node",
          "If another table is meant, write its name with its schema.");
    }
    requireNoPartition(table);
    return placeable(table);
  }

  /**
   * @throws PostgresException when it, or a partition of it, cannot be placed
   */
  private TableFact placeable(TableFact table) {
    for (TableFact each : table.withPartitions(backends.home())) {
      if (each.inherits()) {
        throw new PostgresException(
            "0A000",
            "\"" + each.name() + "\" has parents or children, and cannot be placed",
            "Create one ordinary or partitioned table with all the rows, and place that.");
      }
      if (!each.isTable()) {
        throw new PostgresException("42809", "\"" + each.name() + "\" is not an ordinary table");
      }
      ExistingTables.requireEverywhere(backends, each);
      MoveRules.requirePlaceable(backends.home(), each.oid());
    }
    keepWritersOut(table);
    return table;
  }

  private static void requireNoPartition(TableFact table) {
    if (table.partitionOf() != null) {
      throw new PostgresException(
          "0A000",
          "\"" + table.name() + "\" is a partition, which is placed as its table is",
          "Call it for table " + table.partitionOf() + ".");
    }
  }

  /**
   * Until the transaction ends. Those who wait find a table that has its placement, through
   * whichever coordinator they write it.
   */
  private void keepWritersOut(TableFact table) {
    backends.markTablesLocked();
    backends.runOnEach("LOCK TABLE " + table.qualifiedName() + " IN SHARE ROW EXCLUSIVE MODE");
  }

  /**
   * @param before what is to be done before the rules are looked at
   */
  private void record(TableFact table, String rest, Runnable before) {
    PlacementRules rules = PlacementRules.before(backends.home());
    for (TableFact each : table.withPartitions(backends.home())) {
      rules = rules.withNullableKeysOf(each);
      backends.runOnEach(
          "SELECT argosy.record_placement("
              + Identifiers.literal(each.qualifiedName())
              + ", "
              + rest
              + ")");
    }
    TextResult.run(backends.home(), "SELECT argosy.note_names()");
    before.run();
    rules.check(backends.home());
    OwnerTriggers.make(backends);
    HalfPlacedForeignKeys.advice(backends.home())
        .forEach(advice -> client.notice(PostgresError.of("NOTICE", "00000", advice)));
  }

  private boolean hasRowsToMove(TableFact table) {
    return backends.cluster().nodes().size() > 1 && ExistingTables.hasRows(backends.home(), table);
  }

  /** Moves the rows that the table has on the home node to the owners of their slots. */
  private void moveRows(TableFact table, TableFact.Column column) {
    String key = Identifiers.quote(column.name());
    KeyType type = KeyType.of(column.keyType());
    SlotMap slots = backends.heldSlots();
    long moved = 0;
    for (int node = Cluster.HOME + 1; node < slots.nodes(); node++) {
      moved += move(table, node, " WHERE " + type.ownerIs(node, key, slots));
    }
    if (moved > 0) {
      String delete =
          new PublishedDelete(backends.home(), table)
              .sql(" WHERE NOT " + type.ownerIs(Cluster.HOME, key, slots));
      keepingForeignKeys(() -> TextResult.run(backends.home(), delete));
    }
  }

  private long move(TableFact table, int node, String condition) {
    List<String> columns = table.writableColumns();
    return keepingForeignKeys(
        () ->
            TableMove.copy(
                backends.home(),
                Request.Extended.of(
                    "SELECT "
                        + Identifiers.list(columns)
                        + " FROM "
                        + table.qualifiedName()
                        + condition,
                    1),
                backends.on(node),
                table.qualifiedName(),
                columns));
  }

  /**
   * Rows that belong together by a foreign key are on different nodes while only one table moves.
   */
  private static <T> T keepingForeignKeys(Supplier<T> move) {
    try {
      return move.get();
    } catch (PostgresException e) {
      if (!e.error().sqlState().equals(FOREIGN_KEY_VIOLATION)) {
        throw e;
      }
      throw new PostgresException(
          PostgresError.of("0A000", "rows of the table cannot be moved: " + e.error().message())
              .withHint(
                  "Place tables that refer to each other while they are empty; or drop the foreign"
                      + " key, place both tables, and add it again."),
          e);
    }
  }
}
