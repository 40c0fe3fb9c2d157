package io.argosy.coordinator.statement.copy;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.metadata.ErrorNames;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.coordinator.write.LockedTarget;
import io.argosy.coordinator.write.StagedRows;
import io.argosy.node.ResultEvent;
import io.argosy.node.TextResult;
import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * COPY FROM STDIN. A table that lives on one node or on all of them gets the data as it comes. The
 * rows of a distributed table are told apart by their keys on the way, each goes to its node as the
 * client wrote it; where that is not possible they are staged on the home node first.
 */
final class CopyFrom {
  private static final int FIRST_VERSION_WITHOUT_CSV_END_MARKER = 180000;

  private final NodeBackends backends;
  private final ClientOutput client;
  private final CopyStatement statement;

  CopyFrom(NodeBackends backends, ClientOutput client, CopyStatement statement) {
    this.backends = backends;
    this.client = client;
    this.statement = statement;
  }

  /** Reads the client's data to its end; gives the answer. */
  Execution run() {
    statement.options().encodingOf(client);
    CopyTarget target = CopyTarget.read(backends.home(), statement);
    TableFact table = target.table();
    if (table.replicated()) {
      backends.ensureTransaction();
      lockAtHome(table);
    }
    List<String> columns =
        statement.columns().isEmpty() ? table.writableColumns() : statement.columns();
    keepAsItIs(table, columns);
    if (table.variesWithout(columns)) {
      // A default may be the next number of a sequence.
      backends.takeNumbers();
    }
    long rows;
    if (table.partitioned()) {
      backends.ensureTransaction();
      rows =
          canRoute(table, columns, target.clientEncoding())
              ? route(table, columns, target.version())
              : stage(table, columns);
    } else if (table.replicated()) {
      rows =
          table.variesWithout(columns) || statement.options().fieldsByNode()
              ? stage(table, columns)
              : pass(backends.cluster().nodes().size(), statement.sql());
    } else {
      rows = pass(1, statement.sql());
    }
    return new ImmediateExecution("COPY " + rows);
  }

  /**
   * What changes a table comes to the home node first: while this has it locked there, the table
   * stays as it was found to be. Slots move as long as their owner has it not locked.
   *
   * @throws PostgresException when it has become another one in between
   */
  private void keepAsItIs(TableFact table, List<String> columns) {
    boolean placed = table.placement() != null;
    if (!table.isTable() || !placed && backends.cluster().nodes().size() == 1) {
      return;
    }
    backends.beginImplicitly();
    LockedTarget.on(
        table.partitioned() ? backends.cluster().positions() : List.of(Cluster.HOME),
        backends,
        table,
        columns);
  }

  /**
   * The data goes to all nodes at once, so that two who write the same keys could each be first on
   * another node. Who may only insert cannot have the lock. It comes before any other on the table:
   * two who have a weaker one would wait for each other.
   */
  private void lockAtHome(TableFact table) {
    boolean mayLock =
        TextResult.run(
                backends.home(),
                "SELECT pg_catalog.has_table_privilege("
                    + Identifiers.literal(table.qualifiedName())
                    + ", 'UPDATE, DELETE, TRUNCATE')")
            .single()
            .equals("t");
    if (mayLock) {
      backends.markTablesLocked();
      TextResult.run(
          backends.home(), "LOCK TABLE " + table.qualifiedName() + " IN SHARE ROW EXCLUSIVE MODE");
    }
  }

  private boolean canRoute(TableFact table, List<String> columns, String clientEncoding) {
    String encoding = statement.options().encoding().orElse(clientEncoding);
    return !statement.options().fieldsByNode()
        && columns.contains(table.distributionColumn())
        && KeyOwner.reads(KeyType.of(table.keyType()))
        && isUtf8(encoding)
        && !table.variesWithout(columns);
  }

  private static boolean isUtf8(String encoding) {
    String plain = encoding.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    return plain.equals("utf8") || plain.equals("unicode");
  }

  /** The data as it comes to the first so many nodes. */
  private long pass(int nodes, String sql) {
    try (NodeCopies copies = new NodeCopies(backends, nodes, sql)) {
      CopyInput input = new CopyInput(source(copies));
      while (input.more()) {
        copies.stopIfFailed();
        for (NodeCopy copy : copies.all()) {
          copy.send(input.data(), input.start(), input.limit());
        }
        input.takenTo(input.limit());
      }
      return copies.finish(client, true).getFirst();
    }
  }

  private long route(TableFact table, List<String> columns, int version) {
    CopyOptions options = statement.options();
    int keyField = columns.indexOf(table.distributionColumn());
    RowScanner scanner =
        switch (options.format()) {
          case TEXT -> new TextRowScanner(options, keyField);
          case CSV ->
              new CsvRowScanner(options, keyField, version < FIRST_VERSION_WITHOUT_CSV_END_MARKER);
          case BINARY -> new BinaryRowScanner(keyField);
        };
    try (KeyOwner owners =
            new KeyOwner(
                backends,
                KeyType.of(table.keyType()),
                table.declaredKeyType(),
                options.format() == CopyOptions.Format.BINARY);
        NodeCopies copies =
            new NodeCopies(backends, backends.cluster().nodes().size(), statement.sql())) {
      new RowDistribution(new CopyInput(source(copies)), copies, scanner, owners, options).run();
      return copies.finish(client, false).stream().mapToLong(Long::longValue).sum();
    }
  }

  private ClientOutput.CopySource source(NodeCopies copies) {
    ResultEvent.CopyIn response = copies.on(Cluster.HOME).response();
    ClientEncoding encoding = statement.options().encodingOf(client);
    return DecodedCopy.of(client.copyIn(response.format(), response.columnFormats()), encoding);
  }

  private long stage(TableFact table, List<String> columns) {
    try (StagedRows staged = new StagedRows(backends, table, columns)) {
      String sql = statement.withSubject(staged.table() + " (" + Identifiers.list(columns) + ")");
      try {
        pass(1, sql);
      } catch (PostgresException e) {
        throw ErrorNames.replaced(e, Map.of(staged.name(), table.name()));
      }
      return staged.moveToTarget();
    }
  }
}
