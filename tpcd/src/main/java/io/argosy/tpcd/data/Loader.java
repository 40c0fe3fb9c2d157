package io.argosy.tpcd.data;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.schema.Placement;
import io.argosy.tpcd.schema.Table;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates the schema on a server, places it, loads it and gathers its statistics.
 *
 * @param url JDBC URL of the server
 * @param scale scale factor, at least {@value #SMALLEST_SCALE}; 1 is a gigabyte of raw data
 * @param placement how to place the tables
 * @param progress told how far it is
 * @throws BenchmarkException 53200 when this JVM has too little memory for the generator
 */
public record Loader(String url, double scale, Placement placement, LoadProgress progress) {
  /** Below it the smallest tables would lose rows that others refer to. */
  public static final double SMALLEST_SCALE = 0.001;

  /** Generating a row costs about as much as storing it, so that two connections suffice. */
  private static final int THREADS = 2;

  /**
   * dbgen's comments are excerpts from a pool of text of 300 MB, which one generation of the heap
   * holds.
   */
  private static final long GENERATOR_BYTES = 460L << 20;

  /** Tables of this many rows are cut into pieces, so that the threads end together. */
  private static final long ROWS_PER_PIECE = 200_000;

  public Loader {
    if (!(scale >= SMALLEST_SCALE)) {
      throw new IllegalArgumentException(
          "the scale must be at least " + SMALLEST_SCALE + ", not " + scale);
    }
    checkMemory();
  }

  /** Drops everything that a load creates, finished or not. */
  public void drop() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS " + LoadRecord.TABLE);
      statement.execute("DROP TABLE IF EXISTS " + UpdateLog.TABLE);
      // Whoever adds foreign keys adds them towards the tables that come first.
      for (Table table : List.of(Table.values()).reversed()) {
        statement.execute("DROP TABLE IF EXISTS " + table.sqlName());
      }
    }
  }

  /**
   * Loads everything, unless a finished load of the same scale and placement is there that no
   * update function has changed. Whatever else a load left there is dropped.
   */
  public void ensureLoaded() throws SQLException, InterruptedException {
    if (!isLoaded()) {
      drop();
      load();
    }
  }

  private boolean isLoaded() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      UpdateLog updates = new UpdateLog(connection);
      return LoadRecord.read(connection).equals(Optional.of(new LoadRecord(scale, placement)))
          && (!updates.exists() || updates.isEmpty());
    }
  }

  /**
   * Loads everything. What was created stays when it fails: see {@link #drop}.
   *
   * @throws SQLException 42P07 when a table exists already, or what the server answered
   * @throws InterruptedException when the calling thread was interrupted; the COPYs are aborted
   */
  public void load() throws SQLException, InterruptedException {
    progress.report("creating the tables", 0, totalRows());
    try (Connection connection = DriverManager.getConnection(url)) {
      createTables(connection);
      progress.report("preparing the generator", 0, totalRows());
      long loaded = copyAll();
      for (Table table : Table.values()) {
        progress.report("indexing " + table.sqlName(), loaded, loaded);
        executeAll(connection, table.createIndexes());
      }
      for (Table table : Table.values()) {
        progress.report("analyzing " + table.sqlName(), loaded, loaded);
        executeAll(connection, List.of("VACUUM ANALYZE " + table.sqlName()));
      }
      new LoadRecord(scale, placement).write(connection);
      progress.report("loaded", loaded, loaded);
    }
  }

  private static void checkMemory() {
    if (Runtime.getRuntime().maxMemory() < GENERATOR_BYTES) {
      throw new BenchmarkException(
          "53200",
          "the data generator needs more memory than this JVM may use",
          "Allow it more: ARGOSY_JAVA_OPTS=-Xmx512m");
    }
  }

  private void createTables(Connection connection) throws SQLException {
    List<String> statements = new ArrayList<>();
    for (Table table : Table.values()) {
      statements.add(table.create());
    }
    statements.addAll(placement.declarations());
    statements.add(
        "CREATE TABLE "
            + LoadRecord.TABLE
            + " (scale numeric primary key, placement text not null)");
    statements.addAll(placement.declareReplicated(LoadRecord.TABLE));
    statements.addAll(UpdateLog.create(placement));
    executeAll(connection, statements);
  }

  private long copyAll() throws SQLException, InterruptedException {
    AtomicLong sent = new AtomicLong();
    long total = totalRows();
    List<CopyPiece> pieces = pieces();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(THREADS, Thread.ofVirtual().name("load-", 0).factory())) {
      CompletionService<Void> completions = new ExecutorCompletionService<>(threads);
      for (CopyPiece piece : pieces) {
        completions.submit(
            () -> {
              try (Connection connection = DriverManager.getConnection(url)) {
                piece.copy(
                    connection,
                    rows ->
                        progress.report(
                            "loading " + piece.table().sqlName(), sent.addAndGet(rows), total));
              }
              return null;
            });
      }
      try {
        for (int i = 0; i < pieces.size(); i++) {
          Future<Void> ended = completions.take();
          ended.get();
        }
      } catch (ExecutionException e) {
        threads.shutdownNow();
        throw asSqlException(e.getCause());
      } catch (InterruptedException e) {
        threads.shutdownNow();
        throw e;
      }
    }
    return sent.get();
  }

  private static SQLException asSqlException(Throwable cause) {
    return switch (cause) {
      case SQLException failure -> failure;
      case RuntimeException failure -> throw failure;
      case Error failure -> throw failure;
      default -> throw new IllegalStateException(cause);
    };
  }

  /** The largest tables first, so that no thread is left with a large one at the end. */
  private List<CopyPiece> pieces() {
    List<CopyPiece> pieces = new ArrayList<>();
    for (Table table : List.of(Table.values()).reversed()) {
      int parts = (int) Math.max(1, table.rows(scale) / ROWS_PER_PIECE);
      for (int part = 1; part <= parts; part++) {
        pieces.add(new CopyPiece(table, scale, part, parts));
      }
    }
    return pieces;
  }

  private long totalRows() {
    long total = 0;
    for (Table table : Table.values()) {
      total += table.rows(scale);
    }
    return total;
  }

  private static void executeAll(Connection connection, List<String> statements)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
