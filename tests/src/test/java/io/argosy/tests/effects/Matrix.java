package io.argosy.tests.effects;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.Outcome;
import io.argosy.tests.differential.OutcomeComparison;
import io.argosy.tests.differential.PlainPostgres;
import io.argosy.tests.differential.RowOrder;
import io.argosy.tests.differential.StatementRunner;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs cells of the matrix on a cluster and on one PostgreSQL. Both start from the same rows; the
 * outcomes and the rows afterwards are the same, or the cluster refuses and nothing has changed.
 */
final class Matrix implements AutoCloseable {
  private static final List<String> TABLES =
      List.of(
          "DROP SCHEMA IF EXISTS m CASCADE",
          "CREATE SCHEMA m",
          "GRANT USAGE ON SCHEMA m TO app",
          "CREATE DOMAIN small AS int CHECK (VALUE < 5)",
          "CREATE TABLE t (k int PRIMARY KEY, v int, w text DEFAULT 'none'%s)",
          "CREATE TABLE x (id int NOT NULL, k int NOT NULL, n int NOT NULL)",
          "CREATE TABLE log (k int NOT NULL, what text NOT NULL)",
          "CREATE TABLE src (k int PRIMARY KEY, v int)",
          "INSERT INTO t (k, v, w) SELECT g, g %% 3, 'w' || g FROM generate_series(1, 12) g ORDER"
              + " BY g",
          "INSERT INTO x SELECT g, 13 - g, g %% 7 FROM generate_series(1, 12) g",
          "INSERT INTO src SELECT g, g %% 3 FROM generate_series(1, 6) g",
          "INSERT INTO src SELECT g, 1 FROM generate_series(31, 33) g");

  /** A definition or placement that the cluster does not make. */
  private record Undefined(String sql, Outcome.Failure failure) {}

  private final TestCluster cluster = TestCluster.start(3);
  private final PlainPostgres postgres = PlainPostgres.start(List.of());
  private final List<Connection> nodes = new ArrayList<>();
  private final Connection reference;
  private final MatrixFigures figures = new MatrixFigures();

  Matrix() throws SQLException {
    for (EmbeddedServer server : cluster.cluster().servers()) {
      nodes.add(PlainPostgres.connect(direct(server)));
    }
    reference = PlainPostgres.connect(postgres);
    for (Connection server : Stream.concat(nodes.stream(), Stream.of(reference)).toList()) {
      try (Statement statement = server.createStatement()) {
        statement.execute("SET search_path = m");
      }
    }
    for (Database database : List.of(cluster, postgres)) {
      try (Connection connection = PlainPostgres.connect(database);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE ROLE app LOGIN");
      }
    }
  }

  MatrixFigures figures() {
    return figures;
  }

  /** Runs some statements with one object and one placement. */
  void run(SetOff setOff, Place target, Place other, List<MatrixStatement> statements)
      throws SQLException {
    boolean placedFirst = (setOff.name().length() + target.ordinal() + other.ordinal()) % 2 == 0;
    define(postgres, setOff, List.of(), List.of(), placedFirst);
    Optional<Undefined> failure =
        define(cluster, setOff, setOff.declarations(), placements(target, other), placedFirst);
    if (failure.isPresent()) {
      for (MatrixStatement statement : statements) {
        figures.failedBefore(
            new Cell(setOff, target, other, statement),
            failure.get().sql(),
            failure.get().failure());
      }
      return;
    }
    StoredRows stored = StoredRows.keep(nodes, true);
    StoredRows expected = StoredRows.keep(List.of(reference), false);
    StoredRows.Look first = stored.look();
    figures.begin(new Cell(setOff, target, other, statements.getFirst()), expected.look(), first);
    try (StatementRunner subject = new StatementRunner(as(cluster, setOff.role()));
        StatementRunner model = new StatementRunner(as(postgres, setOff.role()))) {
      for (StatementRunner runner : List.of(subject, model)) {
        runner.run(Sql.plain("SET search_path = m"));
        setOff.session().forEach(said -> runner.run(Sql.plain(said)));
      }
      for (MatrixStatement statement : statements) {
        Cell cell = new Cell(setOff, target, other, statement);
        Outcome wanted = model.run(statement.on(setOff.target()));
        Outcome actual = subject.run(statement.on(setOff.target()));
        StoredRows.Look wantedRows = expected.look();
        StoredRows.Look actualRows = stored.look();
        if (Sql.refuses(actual) && !actual.equals(wanted)) {
          figures.refused(cell, (Outcome.Failure) actual, first, actualRows);
        } else {
          figures.answered(cell, difference(wanted, actual), wantedRows, actualRows);
        }
        if (!actualRows.equals(first)) {
          stored.restore();
        }
        if (!wantedRows.rows().equals(first.rows())) {
          expected.restore();
        }
      }
    }
  }

  private static Optional<String> difference(Outcome wanted, Outcome actual) {
    if (wanted instanceof Outcome.Failure expected && actual instanceof Outcome.Failure found) {
      boolean same =
          expected.sqlState().equals(found.sqlState())
              && expected.message().equals(found.message())
              && expected.constraint().equals(found.constraint());
      return same ? Optional.empty() : Optional.of("expected " + expected + "\nactual " + found);
    }
    return OutcomeComparison.difference(wanted, actual, new RowOrder.Unordered(), Optional.empty());
  }

  private static List<String> placements(Place target, Place other) {
    return List.of(
        target.call("t", "k", "k"),
        other.call("x", "id", "n"),
        other.call("log", "k", "what"),
        Place.COLOCATED.call("src", "k", "k"));
  }

  /** Makes tables and object; what the cluster says if it does not make them. */
  private Optional<Undefined> define(
      Database database,
      SetOff setOff,
      List<String> declarations,
      List<String> placements,
      boolean placedFirst)
      throws SQLException {
    List<String> functions =
        setOff.definitions().stream().filter(sql -> sql.startsWith("CREATE FUNCTION")).toList();
    List<String> objects =
        setOff.definitions().stream().filter(sql -> !functions.contains(sql)).toList();
    List<String> all = new ArrayList<>();
    all.addAll(placedFirst ? placements : functions);
    all.addAll(placedFirst ? functions : declarations);
    all.addAll(placedFirst ? declarations : objects);
    all.addAll(placedFirst ? objects : placements);
    all.add("GRANT ALL ON ALL TABLES IN SCHEMA m TO app");
    try (StatementRunner runner = new StatementRunner(database)) {
      runner.run(Sql.plain("SET search_path = m"));
      for (String table : TABLES) {
        Sql.require(runner, table.formatted(setOff.columns()));
      }
      for (String sql : all) {
        Outcome outcome = runner.run(Sql.plain(sql));
        if (database.distributed() && outcome instanceof Outcome.Failure failure) {
          return Optional.of(new Undefined(sql, failure));
        }
        if (!(outcome instanceof Outcome.Rows) && !(outcome instanceof Outcome.Count)) {
          throw new IllegalStateException(setOff + ": " + sql + ": " + outcome);
        }
      }
    }
    return Optional.empty();
  }

  private static Database as(Database database, String role) {
    String url = database.jdbcUrl().replace("user=postgres", "user=" + role);
    return new Database() {
      @Override
      public String jdbcUrl() {
        return url;
      }

      @Override
      public boolean distributed() {
        return database.distributed();
      }
    };
  }

  private static Database direct(EmbeddedServer server) {
    return new Database() {
      @Override
      public String jdbcUrl() {
        return server.jdbcUrl();
      }

      @Override
      public boolean distributed() {
        return false;
      }
    };
  }

  @Override
  public void close() throws SQLException {
    for (Connection node : nodes) {
      node.close();
    }
    reference.close();
    cluster.close();
    postgres.close();
  }
}
