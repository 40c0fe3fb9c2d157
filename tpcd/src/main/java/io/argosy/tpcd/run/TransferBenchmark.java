package io.argosy.tpcd.run;

import com.sun.management.OperatingSystemMXBean;
import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.schema.Table;
import io.trino.tpch.TpchEntity;
import java.io.IOException;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
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

  private static final double SECONDS_OF_A_ROUND = 0.35;
  private static final int FEWEST = 3;
  private static final int MOST = 1000;

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
   * @throws BenchmarkException 0A000 when the server is not Argosy
   */
  public static TransferBenchmark open(String url, Size longest, List<Size> limits, int rounds)
      throws ServerFailedException {
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

  /**
   * Measures answers of several sizes: after a round to warm up so many rounds, each of every size
   * with every limit.
   *
   * @param progress told of every round
   * @return for every size an outcome for every limit, in their order
   */
  public List<List<Transfer>> run(List<Size> sizes, LoadProgress progress)
      throws ServerFailedException {
    try {
      List<Sized> all = new ArrayList<>();
      for (Size size : sizes) {
        all.add(prepare(size));
      }
      for (int round = -1; round < rounds; round++) {
        progress.report(round < 0 ? "warming up" : "measuring", round + 1, rounds + 1);
        for (Sized sized : all) {
          measure(sized, round);
        }
      }
      progress.report("measured", rounds + 1, rounds + 1);
      return all.stream().map(this::transfers).toList();
    } catch (SQLException e) {
      throw server.failed(e);
    }
  }

  /**
   * A size under measurement.
   *
   * @param plans what is known of its answer, for every limit
   * @param taken what each round has taken, for every limit
   */
  private record Sized(Size size, String sql, List<QueryPlan> plans, List<List<Taken>> taken) {}

  private Sized prepare(Size size) throws SQLException, ServerFailedException {
    String sql =
        "SELECT line FROM %s WHERE ends <= %d".formatted(TABLE, size.bytes() - ANSWER_OVERHEAD);
    List<QueryPlan> plans = new ArrayList<>();
    List<List<Taken>> taken = new ArrayList<>();
    for (Size limit : limits) {
      apply(limit);
      plans.add(QueryPlan.analyze(server.connection(), sql));
      taken.add(new ArrayList<>());
    }
    return new Sized(size, sql, plans, taken);
  }

  /** One round; those before the first do not count. */
  private void measure(Sized sized, int round) throws SQLException, ServerFailedException {
    for (int i = 0; i < limits.size(); i++) {
      // So that none of them always comes behind the same.
      int limit = (i + round + 1) % limits.size();
      apply(limits.get(limit));
      // The first execution brings a backend to the setting; the others say how many fit a round.
      execute(sized.sql(), FEWEST);
      double each = execute(sized.sql(), FEWEST).seconds();
      Taken taken =
          execute(sized.sql(), Math.clamp(Math.round(SECONDS_OF_A_ROUND / each), FEWEST, MOST));
      if (round >= 0) {
        sized.taken().get(limit).add(taken);
      }
    }
  }

  private List<Transfer> transfers(Sized sized) {
    List<Transfer> transfers = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) {
      QueryPlan plan = sized.plans().get(i);
      transfers.add(
          new Transfer(
              sized.size(),
              limits.get(i),
              plan.nodeBytes().orElse(0),
              plan.networkBytes().orElse(0),
              median(sized.taken().get(i), Taken::seconds),
              median(sized.taken().get(i), Taken::cpuSeconds)));
    }
    return transfers;
  }

  private static double median(List<Taken> taken, ToDoubleFunction<Taken> value) {
    return TimedAnswer.median(taken.stream().mapToDouble(value).toArray());
  }

  private Taken execute(String sql, int executions) throws SQLException {
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

  private void apply(Size limit) throws ServerFailedException {
    new SessionSetting(LIMIT, limit.bytes() + "B").apply(server);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = server.connection().createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws ServerFailedException {
    try {
      execute("DROP TABLE IF EXISTS " + TABLE);
    } catch (SQLException e) {
      throw server.failed(e);
    } finally {
      server.close();
    }
  }
}
