package io.argosy.tpcd.data;

import io.argosy.tpcd.schema.Table;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * A COPY of rows in the line format of dbgen into a table. Used by one thread; the connection does
 * nothing else until it is closed.
 */
public final class RowCopy implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final CopyIn copy;
  private final StringBuilder buffer = new StringBuilder(BUFFER_BYTES);

  private RowCopy(CopyIn copy) {
    this.copy = copy;
  }

  /** Begins to copy. */
  public static RowCopy into(Connection connection, Table table) throws SQLException {
    return new RowCopy(
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn("COPY " + table.sqlName() + " FROM STDIN WITH (DELIMITER '|')"));
  }

  /**
   * Sends a row, perhaps later.
   *
   * @param line what {@code TpchEntity.toLine} gives: a bar ends every column, the last one too
   * @throws InterruptedException when the thread was interrupted
   */
  public void send(String line) throws SQLException, InterruptedException {
    // COPY's bars stand between columns. Nothing has to be escaped: the generator's alphabet has
    // neither bars nor backslashes.
    buffer.append(line, 0, line.length() - 1).append('\n');
    if (buffer.length() > BUFFER_BYTES - 1024) {
      flush();
    }
  }

  /**
   * All rows have been sent: waits for the server to take them.
   *
   * @return how many rows there were
   */
  public long end() throws SQLException, InterruptedException {
    flush();
    return copy.endCopy();
  }

  private void flush() throws SQLException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("load interrupted");
    }
    byte[] bytes = buffer.toString().getBytes(StandardCharsets.UTF_8);
    copy.writeToCopy(bytes, 0, bytes.length);
    buffer.setLength(0);
  }

  /** Gives the COPY up if it has not ended: none of its rows stay. */
  @Override
  public void close() throws SQLException {
    if (copy.isActive()) {
      copy.cancelCopy();
    }
  }
}
