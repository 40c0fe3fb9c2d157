package io.argosy.tpcd.data;

import io.argosy.tpcd.schema.Table;
import io.trino.tpch.TpchEntity;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.LongConsumer;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * A share of one table, loaded by one COPY.
 *
 * @param part which of the equal shares, counted from 1
 */
record CopyPiece(Table table, double scale, int part, int parts) {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int ROWS_PER_REPORT = 2000;

  /**
   * Generates the rows and sends them. Nothing is loaded if it fails or the thread is interrupted.
   *
   * @param rowsSent told the number of rows since it was last told
   */
  void copy(Connection connection, LongConsumer rowsSent)
      throws SQLException, InterruptedException {
    CopyIn copy =
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn("COPY " + table.sqlName() + " FROM STDIN WITH (DELIMITER '|')");
    try {
      send(copy, rowsSent);
      copy.endCopy();
    } finally {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    }
  }

  private void send(CopyIn copy, LongConsumer rowsSent) throws SQLException, InterruptedException {
    StringBuilder buffer = new StringBuilder(BUFFER_BYTES);
    int unreported = 0;
    for (TpchEntity row : table.generate(scale, part, parts)) {
      // dbgen's line format ends every column with a bar, COPY's separates them. Nothing has to be
      // escaped: the generator's alphabet has neither bars nor backslashes.
      String line = row.toLine();
      buffer.append(line, 0, line.length() - 1).append('\n');
      if (++unreported == ROWS_PER_REPORT) {
        rowsSent.accept(unreported);
        unreported = 0;
      }
      if (buffer.length() > BUFFER_BYTES - 1024) {
        flush(copy, buffer);
      }
    }
    flush(copy, buffer);
    rowsSent.accept(unreported);
  }

  private static void flush(CopyIn copy, StringBuilder buffer)
      throws SQLException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("load interrupted");
    }
    byte[] bytes = buffer.toString().getBytes(StandardCharsets.UTF_8);
    copy.writeToCopy(bytes, 0, bytes.length);
    buffer.setLength(0);
  }
}
