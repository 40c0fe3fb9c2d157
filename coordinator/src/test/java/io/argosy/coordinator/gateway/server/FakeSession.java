package io.argosy.coordinator.gateway.server;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A session that knows five statements: {@code wait} runs until it is cancelled, {@code flood}
 * sends rows without an end, {@code drink} reads COPY data, {@code crash} is a bug, and anything
 * else is one row that repeats the text.
 */
final class FakeSession implements ClientSession {
  static final int FLOOD_ROW_BYTES = 16 * 1024;

  final Map<String, String> startup;
  final CountDownLatch waiting = new CountDownLatch(1);
  final CountDownLatch cancelled = new CountDownLatch(1);
  final CountDownLatch closed = new CountDownLatch(1);
  final CountDownLatch thirsty = new CountDownLatch(1);
  final AtomicLong sentBytes = new AtomicLong();
  private final ClientOutput output;

  FakeSession(Map<String, String> startup, ClientOutput output) {
    if ("nowhere".equals(startup.get("database"))) {
      throw new PostgresException("3D000", "database \"nowhere\" does not exist");
    }
    this.startup = startup;
    this.output = output;
  }

  @Override
  public Map<String, String> reportedParameters() {
    return Map.of("server_version", "18.0", "client_encoding", "UTF8");
  }

  @Override
  public void simpleQuery(String sql) {
    switch (sql) {
      case "wait" -> waitForCancel();
      case "flood" -> flood();
      case "drink" -> drink();
      case "crash" -> throw new IllegalStateException("a bug");
      default -> {
        output.columns(fields());
        output.rows(row(sql.getBytes(StandardCharsets.UTF_8)));
        output.complete("SELECT 1");
      }
    }
  }

  private void waitForCancel() {
    waiting.countDown();
    try {
      cancelled.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    throw new PostgresException("57014", "canceling statement due to user request");
  }

  private void flood() {
    output.columns(fields());
    while (true) {
      output.rows(row(new byte[FLOOD_ROW_BYTES]));
      sentBytes.addAndGet(FLOOD_ROW_BYTES);
    }
  }

  private void drink() {
    ClientOutput.CopySource source = output.copyIn(0, new short[1]);
    thirsty.countDown();
    waitForCancel();
    while (source.next() != null) {
      sentBytes.incrementAndGet();
    }
  }

  private static List<Field> fields() {
    return List.of(new Field("text", 0, 0, 25, -1, -1, 0));
  }

  private static ByteBuffer row(byte[] value) {
    ByteBuffer row = ByteBuffer.allocate(11 + value.length);
    row.put((byte) 'D').putInt(10 + value.length).putShort((short) 1);
    return row.putInt(value.length).put(value).flip();
  }

  @Override
  public Prepared prepare(String sql, int[] parameterTypes) {
    return new Prepared() {
      @Override
      public int[] parameterTypes() {
        return parameterTypes;
      }

      @Override
      public Optional<List<Field>> fields() {
        return Optional.of(FakeSession.fields());
      }
    };
  }

  @Override
  public Portal bind(Prepared statement, Values values, short[] resultFormats) {
    throw new PostgresException("0A000", "only simple queries here");
  }

  @Override
  public void sync() {}

  @Override
  public void failed() {}

  @Override
  public char transactionStatus() {
    return 'I';
  }

  @Override
  public void cancel() {
    cancelled.countDown();
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
