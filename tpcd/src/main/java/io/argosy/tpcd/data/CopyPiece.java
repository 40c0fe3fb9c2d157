package io.argosy.tpcd.data;

import io.argosy.tpcd.schema.Table;
import io.trino.tpch.TpchEntity;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.LongConsumer;

/**
 * A share of one table, loaded by one COPY.
 *
 * @param part which of the equal shares, counted from 1
 */
record CopyPiece(Table table, double scale, int part, int parts) {
  private static final int ROWS_PER_REPORT = 2000;

  /**
   * Generates the rows and sends them. Nothing is loaded if it fails or the thread is interrupted.
   *
   * @param rowsSent told the number of rows since it was last told
   */
  void copy(Connection connection, LongConsumer rowsSent)
      throws SQLException, InterruptedException {
    try (RowCopy copy = RowCopy.into(connection, table)) {
      int unreported = 0;
      for (TpchEntity row : table.generate(scale, part, parts)) {
        copy.send(row.toLine());
        if (++unreported == ROWS_PER_REPORT) {
          rowsSent.accept(unreported);
          unreported = 0;
        }
      }
      copy.end();
      rowsSent.accept(unreported);
    }
  }
}
