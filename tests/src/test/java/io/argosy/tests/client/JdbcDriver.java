package io.argosy.tests.client;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** A connection by PostgreSQL JDBC. */
final class JdbcDriver implements JvmDriver {
  private static final Map<Class<?>, Integer> TYPES =
      Map.of(Integer.class, Types.INTEGER, String.class, Types.VARCHAR);

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  JdbcDriver(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  @Override
  public String described(Exception failure) {
    if (!(failure instanceof SQLException exception)) {
      return null;
    }
    ServerErrorMessage server =
        exception instanceof PSQLException postgres ? postgres.getServerErrorMessage() : null;
    if (server == null) {
      SQLException next = exception.getNextException();
      return exception.getSQLState() + (next == null ? "" : ", " + described(next));
    }
    // Not the context, to which Argosy adds the node.
    return "%s %s %s %s %d %s %s %s"
        .formatted(
            server.getSQLState(),
            server.getMessage(),
            server.getDetail(),
            server.getHint(),
            server.getPosition(),
            server.getSchema(),
            server.getTable(),
            server.getConstraint());
  }

  private CopyManager copies() throws SQLException {
    return connection.unwrap(PGConnection.class).getCopyAPI();
  }

  private PreparedStatement statement(String sql) throws SQLException {
    PreparedStatement known = prepared.get(sql);
    if (known == null) {
      known = connection.prepareStatement(sql.replaceAll("\\$\\d+", "?"));
      prepared.put(sql, known);
    }
    return known;
  }

  private void set(PreparedStatement statement, List<DriverValue> parameters) throws SQLException {
    int index = 0;
    for (DriverValue parameter : parameters) {
      index++;
      switch (parameter.value()) {
        case null -> statement.setNull(index, TYPES.get(parameter.type()));
        case Object[] array -> statement.setArray(index, connection.createArrayOf("bigint", array));
        default -> statement.setObject(index, parameter.value());
      }
    }
  }

  @Override
  public List<String> query(String sql, List<DriverValue> parameters) throws SQLException {
    PreparedStatement statement = statement(sql);
    set(statement, parameters);
    if (!statement.execute()) {
      return List.of(statement.getUpdateCount() + " rows");
    }
    List<String> rows = new ArrayList<>();
    try (ResultSet results = statement.getResultSet()) {
      while (results.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= results.getMetaData().getColumnCount(); i++) {
          cells.add(DriverValue.shown(results.getObject(i)));
        }
        rows.add(String.join(" | ", cells));
      }
    }
    return rows;
  }

  @Override
  public Streamed stream(String sql, int rows, int until) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(rows);
      int count = 0;
      long total = 0;
      try (ResultSet results = statement.executeQuery(sql)) {
        while ((until == 0 || count < until) && results.next()) {
          count++;
          total += results.getLong(1);
        }
      }
      connection.commit();
      return new Streamed(count, total);
    } finally {
      connection.setAutoCommit(true);
    }
  }

  @Override
  public long copyIn(String sql, byte[] data) throws SQLException {
    try {
      return copies().copyIn(sql, new ByteArrayInputStream(data));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public byte[] copyOut(String sql) throws SQLException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try {
      copies().copyOut(sql, output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return output.toByteArray();
  }

  @Override
  public void cancel(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor()) {
      var cancelled =
          timer.schedule(
              () -> {
                statement.cancel();
                return null;
              },
              1,
              TimeUnit.SECONDS);
      statement.execute(sql);
      cancelled.cancel(false);
    }
  }

  @Override
  public void batch(String sql, List<List<DriverValue>> rows) throws SQLException {
    PreparedStatement statement = statement(sql);
    for (List<DriverValue> row : rows) {
      set(statement, row);
      statement.addBatch();
    }
    statement.executeBatch();
  }

  @Override
  public List<String> notices(String sql) throws SQLException {
    List<String> heard = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      for (SQLWarning one = statement.getWarnings(); one != null; one = one.getNextWarning()) {
        heard.add(one.getSQLState() + " " + one.getMessage());
      }
    }
    return heard;
  }

  @Override
  public void transaction(boolean commit, Steps steps) throws SQLException {
    if (!connection.getAutoCommit()) {
      Savepoint savepoint = connection.setSavepoint();
      steps.run();
      if (commit) {
        connection.releaseSavepoint(savepoint);
      } else {
        connection.rollback(savepoint);
      }
      return;
    }
    connection.setAutoCommit(false);
    try {
      steps.run();
      if (commit) {
        connection.commit();
      } else {
        connection.rollback();
      }
    } finally {
      connection.setAutoCommit(true);
    }
  }
}
