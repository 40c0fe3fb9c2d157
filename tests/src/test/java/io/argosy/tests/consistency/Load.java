package io.argosy.tests.consistency;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Writers that move money and readers that sum it up, all at the same time. */
final class Load {
  private static final int WRITERS = 4;
  private static final int READERS = 4;

  /** How many reads a transaction makes of its own that reads more than one. */
  private static final int READS_OF_TRANSACTION = 6;

  /** In which transactions the readers read. */
  enum Readers {
    /** Each read is one. */
    BY_THEMSELVES,

    /** READ COMMITTED, several reads behind a write of their own. */
    AFTER_THEIR_OWN_WRITES,

    /** They write what they read, each time in a transaction of its own or in one of several. */
    INTO_TABLES
  }

  private final String writersUrl;
  private final String readersUrl;
  private final Readers readers;
  private final AtomicLong writes = new AtomicLong();
  private final AtomicLong reads = new AtomicLong();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  /** Of one coordinator. */
  Load(String url, Readers readers) {
    this(url, url, readers);
  }

  /** Of two coordinators, or of one. */
  Load(String writersUrl, String readersUrl, Readers readers) {
    this.writersUrl = writersUrl;
    this.readersUrl = readersUrl;
    this.readers = readers;
  }

  /**
   * What came of it.
   *
   * @param wrong what readers saw that cannot be, a line each
   */
  record Outcome(double writesPerSecond, double readsPerSecond, long reads, List<String> wrong) {}

  Outcome run(Duration duration) throws InterruptedException, ExecutionException {
    long start = System.nanoTime();
    long end = start + duration.toNanos();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> running = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        running.add(threads.submit(() -> write(writer, end)));
      }
      for (int i = 0; i < READERS; i++) {
        int reader = i;
        running.add(threads.submit((Callable<Void>) () -> read(reader, end)));
      }
      for (Future<Void> each : running) {
        each.get();
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Outcome(
        writes.get() / seconds, reads.get() / seconds, reads.get(), List.copyOf(wrong));
  }

  private Void write(int writer, long end) throws SQLException {
    Random random = new Random(writer);
    try (Connection connection = DriverManager.getConnection(writersUrl)) {
      while (System.nanoTime() < end) {
        Bank.move(connection, writer, random);
        writes.incrementAndGet();
      }
    }
    return null;
  }

  private Void read(int reader, long end) throws SQLException, IOException {
    Bank.Read[] ways = Bank.Read.values();
    try (Connection connection = DriverManager.getConnection(readersUrl)) {
      for (int i = reader; System.nanoTime() < end; i++) {
        switch (readers) {
          case BY_THEMSELVES -> read(connection, ways[i % ways.length]);
          case AFTER_THEIR_OWN_WRITES -> {
            connection.setAutoCommit(false);
            Bank.note(connection, reader, 1 + i % 4);
            for (int j = 0; j < READS_OF_TRANSACTION; j++) {
              read(connection, ways[(i + j) % ways.length]);
            }
            connection.rollback();
          }
          case INTO_TABLES -> {
            connection.setAutoCommit(i % 8 < 4);
            if (!connection.getAutoCommit()) {
              Bank.note(connection, reader, 1 + i % 4);
            }
            for (Bank.Write way : Bank.Write.values()) {
              write(connection, way, reader);
            }
            if (!connection.getAutoCommit()) {
              connection.rollback();
            }
          }
        }
      }
    }
    return null;
  }

  private void read(Connection connection, Bank.Read way) throws SQLException, IOException {
    long total = way.total(connection);
    if (total != Bank.TOTAL) {
      wrong.add(way + " saw " + total);
    }
    wrong.addAll(Bank.versions(connection));
    reads.addAndGet(2);
  }

  private void write(Connection connection, Bank.Write way, int reader) throws SQLException {
    long total = way.total(connection, reader);
    if (total != Bank.TOTAL) {
      wrong.add(way + (connection.getAutoCommit() ? " by itself" : "") + " wrote " + total);
    }
    reads.incrementAndGet();
  }
}
