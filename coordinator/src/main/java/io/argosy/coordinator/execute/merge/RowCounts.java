package io.argosy.coordinator.execute.merge;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.coordinator.execute.run.Binding;
import io.argosy.planner.plan.Merge;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/** The values of LIMIT and OFFSET, which PostgreSQL has as bigint. */
final class RowCounts {
  private RowCounts() {}

  /** How many rows at most. */
  static long limit(Optional<Merge.RowCount> limit, Binding binding) {
    long rows =
        limit.map(count -> value(count, binding).orElse(Long.MAX_VALUE)).orElse(Long.MAX_VALUE);
    if (rows < 0) {
      throw new PostgresException("2201W", "LIMIT must not be negative");
    }
    return rows;
  }

  /** How many rows are skipped. */
  static long offset(Optional<Merge.RowCount> offset, Binding binding) {
    long rows = offset.map(count -> value(count, binding).orElse(0)).orElse(0L);
    if (rows < 0) {
      throw new PostgresException("2201X", "OFFSET must not be negative");
    }
    return rows;
  }

  /** Empty for NULL, which means none. */
  private static OptionalLong value(Merge.RowCount count, Binding binding) {
    return switch (count) {
      case Merge.RowCount.Literal literal -> OptionalLong.of(literal.rows());
      case Merge.RowCount.Parameter parameter -> parameter(parameter.number() - 1, binding);
    };
  }

  private static OptionalLong parameter(int index, Binding binding) {
    byte[] value = binding.values().get(index);
    if (value == null) {
      return OptionalLong.empty();
    }
    if (binding.format(index) == 0) {
      return OptionalLong.of(Long.parseLong(new String(value, UTF_8).strip()));
    }
    ByteBuffer buffer = ByteBuffer.wrap(value);
    return OptionalLong.of(
        switch (value.length) {
          case Short.BYTES -> buffer.getShort();
          case Integer.BYTES -> buffer.getInt();
          case Long.BYTES -> buffer.getLong();
          default ->
              throw new PostgresException(
                  "22P03", "a row count is not " + value.length + " bytes long");
        });
  }
}
