package io.argosy.console.session;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.postgresql.PGConnection;

/**
 * A browser that has logged in, and its connections: few, and none while nothing is asked. They are
 * made anew with the password, which is kept in memory for that until the session ends; so a role
 * whose password changes is out within {@link #CONNECTION_LIFE}. Thread-safe.
 */
public final class ConsoleSession implements AutoCloseable {
  private static final int CONNECTIONS = 3;
  private static final Duration CONNECTION_IDLE = Duration.ofSeconds(20);
  private static final Duration CONNECTION_LIFE = Duration.ofMinutes(5);
  private static final Duration CONNECTION_WAIT = Duration.ofSeconds(8);

  /** What others have made in a schema of the role's path stands for nothing of PostgreSQL's. */
  private static final String START =
      "SET search_path = pg_catalog, pg_temp; SET statement_timeout = '15s'";

  private final String role;
  private final HikariDataSource pool;
  private final Set<Integer> processIds = ConcurrentHashMap.newKeySet();
  private final long begun;
  private volatile long lastUsed;

  ConsoleSession(Login login, Credentials credentials, long now) {
    this.role = credentials.role();
    this.begun = now;
    this.lastUsed = now;
    HikariConfig config = new HikariConfig();
    config.setPoolName("console of " + role);
    config.setJdbcUrl(login.url(credentials));
    config.setDataSourceProperties(Login.properties());
    config.setUsername(role);
    config.setPassword(credentials.password());
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(0);
    config.setIdleTimeout(CONNECTION_IDLE.toMillis());
    config.setMaxLifetime(CONNECTION_LIFE.toMillis());
    config.setConnectionTimeout(CONNECTION_WAIT.toMillis());
    config.setInitializationFailTimeout(-1);
    config.setConnectionInitSql(START);
    this.pool = new HikariDataSource(config);
  }

  /** The role that has logged in. */
  public String role() {
    return role;
  }

  /**
   * A connection as the role, to be closed soon.
   *
   * @throws SQLException when there is none, with the coordinator's refusal behind it
   */
  public Connection connection() throws SQLException {
    Connection connection = pool.getConnection();
    processIds.add(connection.unwrap(PGConnection.class).getBackendPID());
    return connection;
  }

  /** Whether a client of the coordinator with this process id is, or was, the session itself. */
  public boolean isOwn(int processId) {
    return processIds.contains(processId);
  }

  void use(long now) {
    lastUsed = now;
  }

  long begun() {
    return begun;
  }

  long lastUsed() {
    return lastUsed;
  }

  @Override
  public void close() {
    pool.close();
  }
}
