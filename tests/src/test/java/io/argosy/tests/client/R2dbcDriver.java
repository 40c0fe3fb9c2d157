package io.argosy.tests.client;

import io.netty.buffer.Unpooled;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.postgresql.api.ErrorDetails;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.postgresql.api.PostgresqlException;
import io.r2dbc.postgresql.api.PostgresqlStatement;
import io.r2dbc.postgresql.client.SSLMode;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Result;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A connection by R2DBC's driver for PostgreSQL. */
final class R2dbcDriver implements JvmDriver {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final PostgresqlConnection connection;
  private final AtomicInteger savepoints = new AtomicInteger();
  private int depth;

  private R2dbcDriver(PostgresqlConnection connection) {
    this.connection = connection;
  }

  static R2dbcDriver connect(String jdbcUrl, boolean binary) {
    URI url = URI.create(jdbcUrl.substring("jdbc:".length()));
    PostgresqlConnectionConfiguration.Builder configuration =
        PostgresqlConnectionConfiguration.builder()
            .host(url.getHost())
            .port(url.getPort())
            .database(url.getPath().substring(1))
            .forceBinary(binary);
    for (String option : url.getQuery().split("&")) {
      String[] parts = option.split("=", 2);
      switch (parts[0]) {
        case "user" -> configuration.username(parts[1]);
        case "password" -> configuration.password(parts[1]);
        case "sslmode" -> configuration.sslMode(SSLMode.fromValue(parts[1]));
        case "sslrootcert" -> configuration.sslRootCert(parts[1]);
        default -> throw new IllegalArgumentException("unknown option " + option);
      }
    }
    return new R2dbcDriver(
        new PostgresqlConnectionFactory(configuration.build()).create().block(PATIENCE));
  }

  @Override
  public void close() {
    connection.close().block(PATIENCE);
  }

  @Override
  public String described(Exception failure) {
    if (failure instanceof PostgresqlException postgres) {
      ErrorDetails server = postgres.getErrorDetails();
      return "%s %s %s %s %s %s %s %s"
          .formatted(
              server.getCode(),
              server.getMessage(),
              server.getDetail(),
              server.getHint(),
              server.getPosition(),
              server.getSchemaName(),
              server.getTableName(),
              server.getConstraintName());
    }
    return failure instanceof R2dbcException ? failure.toString() : null;
  }

  private PostgresqlStatement statement(String sql) {
    return connection.createStatement(sql);
  }

  private static void bind(PostgresqlStatement statement, List<DriverValue> parameters) {
    int index = 0;
    for (DriverValue parameter : parameters) {
      if (parameter.value() == null) {
        statement.bindNull(index, parameter.type());
      } else {
        statement.bind(index, parameter.value());
      }
      index++;
    }
  }

  @Override
  public List<String> query(String sql, List<DriverValue> parameters) {
    PostgresqlStatement statement = statement(sql);
    bind(statement, parameters);
    return statement
        .execute()
        .flatMap(result -> result.flatMap(R2dbcDriver::shown))
        .collectList()
        .block(PATIENCE);
  }

  private static Mono<String> shown(Result.Segment segment) {
    return switch (segment) {
      case Result.RowSegment row -> Mono.fromCallable(() -> shown(row.row()));
      case Result.UpdateCount count -> Mono.just(count.value() + " rows");
      case Result.Message message -> Mono.error(message.exception());
      default -> Mono.empty();
    };
  }

  private static String shown(io.r2dbc.spi.Row row) throws SQLException {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < row.getMetadata().getColumnMetadatas().size(); i++) {
      cells.add(DriverValue.shown(row.get(i)));
    }
    return String.join(" | ", cells);
  }

  @Override
  public Streamed stream(String sql, int rows, int until) {
    connection.beginTransaction().block(PATIENCE);
    Flux<Long> firsts =
        statement(sql)
            .fetchSize(rows)
            .execute()
            .concatMap(result -> result.map(R2dbcDriver::first), 1);
    Streamed streamed =
        (until == 0 ? firsts : firsts.take(until))
            .reduce(
                new Streamed(0, 0),
                (seen, first) -> new Streamed(seen.rows() + 1, seen.total() + first))
            .block(PATIENCE);
    connection.commitTransaction().block(PATIENCE);
    return streamed;
  }

  private static long first(Readable row) {
    return row.get(0, Long.class);
  }

  @Override
  public long copyIn(String sql, byte[] data) {
    return connection.copyIn(sql, Mono.just(Unpooled.wrappedBuffer(data))).block(PATIENCE);
  }

  @Override
  public byte[] copyOut(String sql) {
    throw new UnsupportedOperationException("COPY TO");
  }

  @Override
  public void cancel(String sql) {
    Mono<Void> cancelled = Mono.delay(Duration.ofSeconds(1)).then(connection.cancelRequest());
    statement(sql)
        .execute()
        .flatMap(result -> result.flatMap(R2dbcDriver::shown))
        .then()
        .and(cancelled)
        .block(PATIENCE);
  }

  @Override
  public void batch(String sql, List<List<DriverValue>> rows) {
    PostgresqlStatement statement = statement(sql);
    for (int i = 0; i < rows.size(); i++) {
      if (i > 0) {
        statement.add();
      }
      bind(statement, rows.get(i));
    }
    statement.execute().concatMap(Result::getRowsUpdated).blockLast(PATIENCE);
  }

  @Override
  public List<String> notices(String sql) {
    return statement(sql)
        .execute()
        .flatMap(
            result ->
                result.flatMap(
                    segment ->
                        segment instanceof Result.Message message
                            ? Mono.just(message.sqlState() + " " + message.message())
                            : Mono.empty()))
        .collectList()
        .block(PATIENCE);
  }

  @Override
  public void transaction(boolean commit, Steps steps) throws SQLException {
    String savepoint = depth == 0 ? null : "savepoint_" + savepoints.incrementAndGet();
    if (savepoint == null) {
      connection.beginTransaction().block(PATIENCE);
    } else {
      connection.createSavepoint(savepoint).block(PATIENCE);
    }
    depth++;
    try {
      steps.run();
    } finally {
      depth--;
    }
    Mono<Void> end;
    if (savepoint == null) {
      end = commit ? connection.commitTransaction() : connection.rollbackTransaction();
    } else if (commit) {
      end = connection.releaseSavepoint(savepoint);
    } else {
      end = connection.rollbackTransactionToSavepoint(savepoint);
    }
    end.block(PATIENCE);
  }
}
