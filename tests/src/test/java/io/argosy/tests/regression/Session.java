package io.argosy.tests.regression;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A script's session on one of the two servers, with the settings that PostgreSQL's own runner of
 * these files has. A connection that is lost is replaced. Not thread-safe.
 */
final class Session implements Closeable {
  static final String SUPERUSER = "postgres";

  private final int port;
  private final String file;
  private final Duration limit;
  private final Supplier<String> serverAtWork;
  private final Map<String, String> variables = new LinkedHashMap<>();
  private String user = SUPERUSER;
  private WireConnection connection;
  private char status = 'I';

  Session(int port, String file, Duration limit, Supplier<String> serverAtWork) throws IOException {
    this.port = port;
    this.file = file;
    this.limit = limit;
    this.serverAtWork = serverAtWork;
    this.connection = connect();
  }

  /** The variables of psql. */
  Map<String, String> variables() {
    return variables;
  }

  boolean escapesInStrings() {
    return connection.escapesInStrings();
  }

  /** The transaction's status, as in ReadyForQuery. */
  char status() {
    return status;
  }

  Answer query(String sql) {
    return query(sql, () -> "");
  }

  Answer query(String sql, Supplier<String> data) {
    Answer answer = connection.query(sql, data);
    if (!answer.isLost()) {
      status = answer.status();
    }
    return answer;
  }

  /** Begins a new session of a role. */
  void reconnect(String role) throws IOException {
    connection.close();
    String before = user;
    user = role;
    try {
      connection = connect();
    } catch (IOException e) {
      user = before;
      throw e;
    }
  }

  /** Begins a new session of the same role, or of the superuser if that one cannot connect. */
  void reconnect() throws IOException {
    try {
      reconnect(user);
    } catch (IOException e) {
      reconnect(SUPERUSER);
    }
  }

  private WireConnection connect() throws IOException {
    status = 'I';
    Map<String, String> startup = new LinkedHashMap<>();
    startup.put("user", user);
    startup.put("database", "argosy");
    startup.put("application_name", "pg_regress/" + file);
    startup.put("client_encoding", "UTF8");
    startup.put("TimeZone", "America/Los_Angeles");
    startup.put("DateStyle", "Postgres, MDY");
    startup.put("IntervalStyle", "postgres_verbose");
    return new WireConnection(port, startup, limit, serverAtWork);
  }

  @Override
  public void close() {
    connection.close();
  }
}
