package io.argosy.tests.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** The behaviours of {@code tests/clients/behaviours.json} by PostgreSQL JDBC. */
final class JdbcBehaviours {
  private final Connector connector;
  private final List<String> lines = new ArrayList<>();
  private Connection connection;
  private Map<String, PreparedStatement> prepared;

  /** Where connections come from. */
  @FunctionalInterface
  interface Connector {
    /**
     * @param binary whether values travel in binary, in both directions
     */
    Connection connect(boolean binary) throws SQLException;
  }

  JdbcBehaviours(Connector connector) {
    this.connector = connector;
  }

  /** Does all of them; gives what a program of another driver would print. */
  List<String> run() throws IOException, SQLException {
    for (JsonNode behaviour :
        new ObjectMapper().readTree(Path.of("clients", "behaviours.json").toFile())) {
      lines.add("== " + behaviour.get("behaviour").asText());
      prepared = new HashMap<>();
      try (Connection open =
          connector.connect(behaviour.path("format").asText().equals("binary"))) {
        connection = open;
        steps(behaviour.get("steps"));
      }
    }
    return lines;
  }

  private void steps(JsonNode steps) throws IOException {
    for (JsonNode step : steps) {
      for (int time = 0; time < step.path("times").asInt(1); time++) {
        try {
          lines.addAll(step(step));
        } catch (SQLException e) {
          lines.add("error " + described(e));
        }
      }
    }
  }

  private static String described(SQLException failure) {
    ServerErrorMessage server =
        failure instanceof PSQLException postgres ? postgres.getServerErrorMessage() : null;
    if (server == null) {
      SQLException next = failure.getNextException();
      return failure.getSQLState() + (next == null ? "" : ", " + described(next));
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

  private List<String> step(JsonNode step) throws SQLException, IOException {
    String kind = step.fieldNames().next();
    String sql = step.get(kind).asText();
    return switch (kind) {
      case "query" -> query(sql, step.path("parameters"));
      case "stream" -> stream(sql, step.get("rows").asInt(), step.path("until").asInt());
      case "copy in" -> {
        byte[] data = step.get("data").asText().getBytes(UTF_8);
        yield List.of("" + copies().copyIn(sql, new ByteArrayInputStream(data)));
      }
      case "copy out" -> copyOut(sql);
      case "cancel" -> cancel(sql);
      case "batch" -> {
        PreparedStatement statement = statement(sql);
        for (JsonNode row : step.get("parameters")) {
          set(statement, row);
          statement.addBatch();
        }
        statement.executeBatch();
        yield List.of("done");
      }
      case "pipeline" -> List.of(DriverReport.NOT_OFFERED);
      case "notices" -> notices(sql);
      case "transaction" -> {
        transaction(sql.equals("commit"), step.get("steps"));
        yield List.of(sql);
      }
      default -> throw new IllegalArgumentException("unknown step " + step);
    };
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

  private void set(PreparedStatement statement, JsonNode parameters) throws SQLException {
    for (int i = 0; i < parameters.size(); i++) {
      JdbcValue.set(statement, i + 1, parameters.get(i));
    }
  }

  private List<String> query(String sql, JsonNode parameters) throws SQLException {
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
          cells.add(JdbcValue.shown(results.getObject(i)));
        }
        rows.add(String.join(" | ", cells));
      }
    }
    return rows;
  }

  private List<String> stream(String sql, int rows, int until) throws SQLException {
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
      return List.of(count + " rows, " + total + " in all");
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private List<String> copyOut(String sql) throws SQLException, IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    copies().copyOut(sql, output);
    List<String> sorted = output.toString(UTF_8).lines().sorted().toList();
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i += 100) {
      seen.add(sorted.get(i));
    }
    seen.add(sorted.size() + " lines");
    return seen;
  }

  private List<String> cancel(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor()) {
      Future<?> cancelled =
          timer.schedule(
              () -> {
                statement.cancel();
                return null;
              },
              1,
              TimeUnit.SECONDS);
      statement.execute(sql);
      return List.of("not cancelled, " + cancelled.state());
    }
  }

  private List<String> notices(String sql) throws SQLException {
    List<String> heard = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      for (SQLWarning one = statement.getWarnings(); one != null; one = one.getNextWarning()) {
        heard.add(one.getSQLState() + " " + one.getMessage());
      }
    }
    return heard;
  }

  private void transaction(boolean commit, JsonNode steps) throws SQLException, IOException {
    if (!connection.getAutoCommit()) {
      Savepoint savepoint = connection.setSavepoint();
      steps(steps);
      if (commit) {
        connection.releaseSavepoint(savepoint);
      } else {
        connection.rollback(savepoint);
      }
      return;
    }
    connection.setAutoCommit(false);
    try {
      steps(steps);
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
