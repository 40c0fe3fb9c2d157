package io.argosy.tpcd.run;

import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.schema.Placement;
import io.argosy.tpcd.schema.Table;
import io.trino.tpch.TpchEntity;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.postgresql.PGConnection;

/**
 * Times COPY of lineitem into a table of its own, which is dropped in the end, on two servers in
 * turn. The data is written to a file first, so that only reading it is timed. Used by one thread.
 *
 * @param url JDBC URL of the server under test
 * @param against JDBC URL of the one to compare with
 * @param scale scale factor of the data
 */
public record CopyBenchmark(String url, String against, double scale) {
  private static final String TABLE = "tpcd_copy";

  /**
   * What came of it.
   *
   * @param rows how many rows each COPY had
   * @param bytes how long the file was
   * @param seconds the median on the server under test
   * @param otherSeconds the median on the other
   */
  public record Outcome(long rows, long bytes, double seconds, double otherSeconds) {}

  /**
   * Runs it.
   *
   * @param repetitions how often each server is timed, at least once
   * @param progress told of every COPY
   */
  public Outcome run(int repetitions, LoadProgress progress)
      throws ServerFailedException, IOException {
    Path file = Files.createTempFile("argosy-lineitem", ".tbl");
    try {
      progress.report("writing lineitem to a file", 0, repetitions);
      long rows = writeRows(file);
      double[] seconds = new double[repetitions];
      double[] otherSeconds = new double[repetitions];
      for (int i = 0; i < repetitions; i++) {
        progress.report("copying into Argosy", i, repetitions);
        seconds[i] = time(url, file, rows);
        progress.report("copying into the other server", i, repetitions);
        otherSeconds[i] = time(against, file, rows);
      }
      progress.report("copied", repetitions, repetitions);
      return new Outcome(
          rows, Files.size(file), TimedAnswer.median(seconds), TimedAnswer.median(otherSeconds));
    } finally {
      Files.delete(file);
    }
  }

  private long writeRows(Path file) throws IOException {
    long rows = 0;
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      for (TpchEntity row : Table.LINEITEM.generate(scale, 1, 1)) {
        String line = row.toLine();
        writer.write(line, 0, line.length() - 1);
        writer.write('\n');
        rows++;
      }
    }
    return rows;
  }

  private static double time(String server, Path file, long rows)
      throws ServerFailedException, IOException {
    try (Connection connection = DriverManager.getConnection(server);
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS " + TABLE);
      statement.execute(Table.LINEITEM.create(TABLE));
      for (String declaration : declarations(connection)) {
        statement.execute(declaration);
      }
      try (InputStream data = Files.newInputStream(file)) {
        long start = System.nanoTime();
        long copied =
            connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("COPY " + TABLE + " FROM STDIN WITH (DELIMITER '|')", data, 1 << 16);
        double seconds = (System.nanoTime() - start) / 1e9;
        if (copied != rows) {
          throw new SQLException("COPY took " + copied + " rows of " + rows);
        }
        return seconds;
      } finally {
        statement.execute("DROP TABLE " + TABLE);
      }
    } catch (SQLException e) {
      throw new ServerFailedException(server, e);
    }
  }

  private static List<String> declarations(Connection connection) throws SQLException {
    return Placement.detect(connection).declareDistributed(TABLE, "l_orderkey");
  }
}
