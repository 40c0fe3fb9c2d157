package io.argosy.tpcd.run;

import com.sun.management.OperatingSystemMXBean;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.tpcd.schema.Table;
import io.trino.tpch.TpchEntity;
import java.io.IOException;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.postgresql.PGConnection;

/**
 * Times answers of given sizes that one node of Argosy sends, under several inline limits in turn.
 * The rows are lines of lineitem in a table of its own, which is dropped in the end. Used by one
 * thread.
 */
public final class TransferBenchmark implements AutoCloseable {
  private static final String TABLE = "tpcd_transfer";
  private static final String LIMIT = "argosy.inline_limit";

  /** Of a message with a row of one column, around the value. */
  private static final int ROW_OVERHEAD = 11;

  /** Room for the messages around the rows. */
  private static final int ANSWER_OVERHEAD = 96;

  /** The shortest answer that surely has a row. */
  public static final Size SHORTEST = new Size(256 + ANSWER_OVERHEAD);

  private static final double SECONDS_OF_A_ROUND = 0.15;
  private static final int FEWEST = 3;
  private static final int MOST = 400;

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final Server server;
  private final List<Size> limits;
  private final int rounds;

  /** What some executions have taken, each. */
  private record Taken(double seconds, double cpuSeconds) {}

  private TransferBenchmark(Server server, List<Size> limits, int rounds) {
    this.server = server;
    this.limits = List.copyOf(limits);
    this.rounds = rounds;
  }

  /**
   * Connects and makes the table, on the node where tables without a placement are.
   *
   * @param url JDBC URL of the server
   * @param longest the largest size that will be measured
   * @param limits the inline limits to compare
   * @param rounds of how many measurements the median counts, at least one
   * @throws PostgresException 0A000 when the server is not Argosy
   */
  public static TransferBenchmark open(String url, Size longest, List<Size> limits, int rounds)
      throws ServerFailure {
    Server server = Server.connectToArgosy(url, LIMIT);
    TransferBenchmark benchmark = new TransferBenchmark(server, limits, rounds);
    try {
      benchmark.createTable(longest);
      return benchmark;
    } catch (SQLException | IOException e) {
      benchmark.close();
      throw server.failed(e instanceof SQLException failure ? failure : new SQLException(e));
    }
  }

  private void createTable(Size longest) throws SQLException, IOException {
    StringBuilder rows = new StringBuilder();
    long bytes = 0;
    for (TpchEntity row : Table.LINEITEM.generate(1, 1, 1)) {
      if (bytes > longest.bytes()) {
        break;
      }
      String line = row.toLine();
      bytes += ROW_OVERHEAD + line.length();
      rows.append(bytes).append('\t').append(line).append('\n');
    }
    execute("DROP TABLE IF EXISTS " + TABLE);
    execute("CREATE TABLE " + TABLE + " (ends integer PRIMARY KEY, line text NOT NULL)");
    server
        .connection()
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyIn("COPY " + TABLE + " FROM STDIN", new StringReader(rows.toString()));
    execute("VACUUM ANALYZE " + TABLE);
  }

  /** Measures one size; gives an outcome for every limit, in their order. */
  public List<Transfer> run(Size size) throws ServerFailure {
    String sql =
        "SELECT line FROM %s WHERE ends <= %d".formatted(TABLE, size.bytes() - ANSWER_OVERHEAD);
    try {
      int executions = executionsOfARound(sql);
      List<QueryPlan> plans = new ArrayList<>();
      for (Size limit : limits) {
        apply(limit);
        plans.add(QueryPlan.analyze(server.connection(), sql));
      }
      List<List<Taken>> taken = new ArrayList<>();
      limits.forEach(limit -> taken.add(new ArrayList<>()));
      for (int round = 0; round < rounds; round++) {
        List<Integer> order = new ArrayList<>(taken.size());
        for (int i = 0; i < limits.size(); i++) {
          order.add(i);
        }
        // So that none of them always comes behind the same.
        Collections.rotate(order, round);
        for (int i : order) {
          apply(limits.get(i));
          // The first lease of a backend with other settings brings them to it.
          measure(sql, FEWEST);
          taken.get(i).add(measure(sql, executions));
        }
      }
      List<Transfer> transfers = new ArrayList<>();
      for (int i = 0; i < limits.size(); i++) {
        QueryPlan plan = plans.get(i);
        transfers.add(
            new Transfer(
                size,
                limits.get(i),
                plan.nodeBytes().orElse(0),
                plan.networkBytes().orElse(0),
                median(taken.get(i), Comparator.comparingDouble(Taken::seconds)).seconds(),
                median(taken.get(i), Comparator.comparingDouble(Taken::cpuSeconds)).cpuSeconds()));
      }
      return transfers;
    } catch (SQLException e) {
      throw server.failed(e);
    }
  }

  private static Taken median(List<Taken> taken, Comparator<Taken> order) {
    return taken.stream().sorted(order).toList().get(taken.size() / 2);
  }

  /** How many take about the time that a round is to have; warms up as long. */
  private int executionsOfARound(String sql) throws SQLException {
    double each = measure(sql, FEWEST).seconds();
    for (double spent = 0; spent < 2 * SECONDS_OF_A_ROUND; spent += FEWEST * each) {
      each = measure(sql, FEWEST).seconds();
    }
    return Math.clamp(Math.round(SECONDS_OF_A_ROUND / each), FEWEST, MOST);
  }

  private Taken measure(String sql, int executions) throws SQLException {
    long cpuStart = SYSTEM.getProcessCpuTime();
    long start = System.nanoTime();
    try (Statement statement = server.connection().createStatement()) {
      for (int i = 0; i < executions; i++) {
        try (ResultSet rows = statement.executeQuery(sql)) {
          while (rows.next()) {
            // Their arrival is what is measured.
          }
        }
      }
    }
    return new Taken(
        (System.nanoTime() - start) / 1e9 / executions,
        (SYSTEM.getProcessCpuTime() - cpuStart) / 1e9 / executions);
  }

  private void apply(Size limit) throws ServerFailure {
    new SessionSetting(LIMIT, limit.bytes() + "B").apply(server);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = server.connection().createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws ServerFailure {
    try {
      execute("DROP TABLE IF EXISTS " + TABLE);
    } catch (SQLException e) {
      throw server.failed(e);
    } finally {
      server.close();
    }
  }
}
