package io.argosy.coordinator.execute.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** An answer that is known already: no rows, or a few. */
public final class ImmediateExecution implements Execution {
  private final String tag;
  private final Deque<Batch> batches = new ArrayDeque<>();

  /** No rows. */
  public ImmediateExecution(String tag) {
    this.tag = tag;
  }

  /**
   * @param rows values in text format, null for NULL
   */
  public ImmediateExecution(String tag, List<List<String>> rows) {
    this(tag);
    rows.forEach(row -> batches.add(new Batch(encode(row), 1)));
  }

  /** Rows that are encoded already. */
  public static ImmediateExecution of(String tag, List<Batch> rows) {
    ImmediateExecution execution = new ImmediateExecution(tag);
    execution.batches.addAll(rows);
    return execution;
  }

  private static ByteBuffer encode(List<String> row) {
    List<byte[]> values = row.stream().map(v -> v == null ? null : v.getBytes(UTF_8)).toList();
    int body =
        Integer.BYTES
            + Short.BYTES
            + values.stream().mapToInt(v -> Integer.BYTES + (v == null ? 0 : v.length)).sum();
    ByteBuffer message = ByteBuffer.allocate(1 + body).put((byte) 'D').putInt(body);
    message.putShort((short) values.size());
    for (byte[] value : values) {
      if (value == null) {
        message.putInt(-1);
      } else {
        message.putInt(value.length).put(value);
      }
    }
    return message.flip();
  }

  @Override
  public Batch next() {
    return batches.poll();
  }

  @Override
  public String tag(long rows) {
    return tag;
  }

  @Override
  public void close() {
    batches.clear();
  }
}
