package io.argosy.coordinator.statement.copy;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.analysis.RowLocks;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.Parallel;
import io.argosy.coordinator.cluster.types.NodeTypes;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.move.QueryRows;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.Part;
import io.argosy.coordinator.execute.run.StatementPlanner;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.execute.snapshot.Workplace;
import io.argosy.coordinator.execute.snapshot.Workplaces;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier.Section;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * COPY TO STDOUT. The nodes write the data themselves: each its own rows where those put one after
 * the other are the answer, else the home node the rows of a temporary table with the answer.
 */
final class CopyTo {
  private final NodeBackends backends;
  private final ClientOutput client;
  private final StatementPlanner planner;
  private final PlanExecutor executor;
  private final CopyStatement statement;

  CopyTo(
      NodeBackends backends,
      ClientOutput client,
      StatementPlanner planner,
      PlanExecutor executor,
      CopyStatement statement) {
    this.backends = backends;
    this.client = client;
    this.planner = planner;
    this.executor = executor;
    this.statement = statement;
  }

  Execution run() {
    statement.options().encodingOf(client);
    return new ImmediateExecution("COPY " + (statement.isQuery() ? query() : table()));
  }

  private long table() {
    CopyTarget target = CopyTarget.read(backends.home(), statement);
    TableFact table = target.table();
    if (!target.rowSecurity() || rows(table).changesNothing()) {
      backends.readsOnly();
    }
    int nodes = table.partitioned() ? backends.cluster().nodes().size() : 1;
    if (nodes > 1 && isBinary() && table.kind().equals("r")) {
      PlannedStatement query = planner.plan(asQuery(table), new int[0]);
      if (mayHoldNumbers(query)) {
        return materialized(query);
      }
    }
    List<Part> copies =
        IntStream.range(Cluster.HOME, nodes)
            .mapToObj(node -> new Part(node, statement.sql()))
            .toList();
    long rows =
        nodes > 1 && backends.snapshotPerStatement()
            ? relayInOwnBackends(copies, table)
            : relay(copies);
    if (table.partitioned()) {
      backends.requireKnownNodes();
    }
    return rows;
  }

  private boolean isBinary() {
    return statement.options().format() == CopyOptions.Format.BINARY;
  }

  /** Whether the binary rows of another node would name types by numbers that are that node's. */
  private static boolean mayHoldNumbers(PlannedStatement query) {
    return query.description().fields().orElse(List.of()).stream()
        .anyMatch(field -> NodeTypes.mayHoldNumbers(field.typeOid()));
  }

  /** A table that the answer is put into cannot have columns of rows of any kind. */
  private static void requireNamedTypes(PlannedStatement query) {
    if (query.description().fields().orElse(List.of()).stream()
        .anyMatch(field -> NodeTypes.isAnyRow(field.typeOid()))) {
      throw new PostgresException(
          "0A000",
          "COPY in binary format of rows without a named type is not supported over distributed or"
              + " reference tables",
          "Cast the row to a type that has a name, or use another format.");
    }
  }

  /** The query that copies the same rows. */
  private String asQuery(TableFact table) {
    List<String> columns =
        statement.columns().isEmpty()
            ? table.columns().stream()
                .filter(column -> !column.generated())
                .map(TableFact.Column::name)
                .toList()
            : statement.columns();
    return columns.stream()
        .map(Identifiers::quote)
        .collect(Collectors.joining(", ", "SELECT ", " FROM ONLY " + table.qualifiedName()));
  }

  /** The nodes copy what a query would read of them, under the same policies. */
  private PlannedStatement rows(TableFact table) {
    PlannedStatement query = planner.plan("SELECT FROM ONLY " + table.qualifiedName(), new int[0]);
    if (query.plan() instanceof Plan.Refused refused) {
      throw new PostgresException(refused.sqlState(), refused.reason(), refused.hint());
    }
    return query;
  }

  /** In a transaction that takes a snapshot with every statement, on each node by itself. */
  private long relayInOwnBackends(List<Part> copies, TableFact table) {
    List<CopyRelay.Source> sources = sources(copies, backends::on);
    // Inside the section nobody may wait for a lock.
    String read = "SELECT FROM ONLY " + table.qualifiedName();
    Parallel.onAll(
        backends.cluster().positions(),
        node ->
            TextResult.run(
                sources.get(node).session(), new Request.Rehearsal(Request.Extended.of(read, 0))));
    try (Section snapshots = backends.snapshots().section(backends.cluster().positions())) {
      return new CopyRelay(client, statement.options()).run(sources, snapshots::close);
    }
  }

  private long relay(List<Part> copies) {
    if (copies.size() == 1 || !backends.readsBeside()) {
      return relay(copies, backends::on);
    }
    try (Workplaces places = new Workplaces(run(0), List.of())) {
      long rows = relay(copies, places::session);
      places.finish();
      return rows;
    }
  }

  private long relay(List<Part> copies, IntFunction<NodeSession> sessions) {
    return new CopyRelay(client, statement.options()).run(sources(copies, sessions));
  }

  private static List<CopyRelay.Source> sources(
      List<Part> copies, IntFunction<NodeSession> sessions) {
    return copies.stream()
        .map(copy -> new CopyRelay.Source(sessions.apply(copy.node()), copy.sql()))
        .toList();
  }

  private long query() {
    List<Token> tokens = SqlLexer.tokens(statement.subjectText());
    PlannedStatement planned = planned(tokens);
    if (RowLocks.areIn(tokens)) {
      planned = RowLocks.kept(planned);
      backends.ensureTransaction();
    } else if (planned.changesNothing()) {
      backends.readsOnly();
    }
    if (modifies(tokens) && planned.relations().stream().anyMatch(RelationFact::placed)) {
      throw new PostgresException(
          "0A000",
          "COPY of a modification is not supported over distributed or reference tables",
          "Run the modification with RETURNING as a statement of its own.");
    }
    boolean numbers = isBinary() && mayHoldNumbers(planned);
    Optional<List<Part>> parts = executor.parts(planned, run(0));
    if (planned.plan() instanceof Plan.Route && parts.isPresent()) {
      int node = parts.get().getFirst().node();
      if (!numbers || node == Cluster.HOME) {
        return relay(List.of(new Part(node, statement.sql())));
      }
    }
    if (numbers) {
      requireNamedTypes(planned);
    }
    if (parts.isEmpty() || numbers || parts.get().size() > 1 && backends.snapshotPerStatement()) {
      return materialized(planned);
    }
    String names = names(planned);
    return relay(
        parts.get().stream()
            .map(
                part ->
                    new Part(
                        part.node(),
                        statement.withSubject(
                            "(SELECT * FROM (" + part.sql() + "\n) AS part (" + names + "))")))
            .toList());
  }

  private static boolean modifies(List<Token> tokens) {
    return IntStream.range(0, tokens.size())
        .filter(i -> i == 0 || tokens.get(i - 1).isSymbol("(") || tokens.get(i - 1).isSymbol(")"))
        .mapToObj(tokens::get)
        .anyMatch(
            token ->
                token.isWord("insert")
                    || token.isWord("update")
                    || token.isWord("delete")
                    || token.isWord("merge"));
  }

  /** Whether it is SELECT .. INTO, which PostgreSQL refuses here by its own words. */
  private static boolean makesTable(List<Token> tokens) {
    return IntStream.range(1, tokens.size())
        .filter(i -> tokens.get(i).isWord("into"))
        .mapToObj(i -> tokens.get(i - 1))
        .anyMatch(before -> !before.isWord("insert") && !before.isWord("merge"));
  }

  private StatementRun run(int resultFormat) {
    return new StatementRun(backends, Binding.none().withResultFormat(resultFormat), client);
  }

  private PlannedStatement planned(List<Token> tokens) {
    try {
      return planner.plan(statement.subjectText(), new int[0]);
    } catch (PostgresException e) {
      if (e.error().sqlState().equals("0A000") && makesTable(tokens)) {
        throw new PostgresException("0A000", "COPY (SELECT INTO) is not supported");
      }
      throw new PostgresException(shifted(e.error(), statement.subject().start()), e);
    }
  }

  /** The error with its position counted from the start of the whole statement. */
  private static PostgresError shifted(PostgresError error, int characters) {
    String position = error.fields().get('P');
    return position == null
        ? error
        : error.with('P', Integer.toString(Integer.parseInt(position) + characters));
  }

  private static String names(PlannedStatement planned) {
    return planned.description().fields().orElseThrow().stream()
        .map(field -> Identifiers.quote(field.name()))
        .collect(Collectors.joining(", "));
  }

  private long materialized(PlannedStatement planned) {
    if (backends.homePinned()) {
      // The query and the table with its answer need the same backend, one in the other's
      // transaction.
      backends.beginImplicitly();
    }
    String table = "argosy_copy_" + backends.nextNumber();
    int columns = planned.description().fields().orElseThrow().size();
    String plainNames =
        IntStream.rangeClosed(1, columns).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
    try (Workplace workplace = new Workplace(backends)) {
      workplace.open();
      workplace.create(
          "pg_temp." + table,
          "CREATE TEMPORARY TABLE "
              + table
              + " ("
              + plainNames
              + ") ON COMMIT DROP AS "
              + planned.sql()
              + " WITH NO DATA");
      QueryRows.load(
          executor.start(planned, run(1)),
          workplace.session(),
          "pg_temp." + table,
          List.of(),
          backends.inTransaction());
      String rows =
          "(SELECT * FROM (SELECT "
              + plainNames
              + " FROM pg_temp."
              + table
              + ") AS rows ("
              + names(planned)
              + "))";
      long count =
          new CopyRelay(client, statement.options())
              .run(List.of(new CopyRelay.Source(workplace.session(), statement.withSubject(rows))));
      workplace.finish();
      return count;
    }
  }
}
