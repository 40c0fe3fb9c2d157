package io.argosy.coordinator.analysis.order;

import io.argosy.protocol.message.TypeOids;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * How two values of a type compare in the order of its default operator class, given what the
 * type's send function wrote (src/backend/utils/adt of PostgreSQL). Neither value is NULL.
 * Stateless.
 */
@FunctionalInterface
public interface ValueOrder {
  /** Negative, zero or positive, as the first value is less than, equal to or greater. */
  int compare(ByteBuffer first, ByteBuffer second);

  /**
   * The order of a type; nothing where Java cannot be sure of it.
   *
   * @param typeOid the type's object id, which is fixed for the types that are known here; that of
   *     the base type for a domain
   * @param byteOrder whether text is compared byte by byte: its collation is "C" or one like it,
   *     and the bytes that we get are those that PostgreSQL compares
   */
  static Optional<ValueOrder> of(int typeOid, boolean byteOrder) {
    return Optional.ofNullable(
        switch (typeOid) {
          case TypeOids.BOOL -> (a, b) -> Byte.compare(a.get(0), b.get(0));
          case TypeOids.INT2 -> (a, b) -> Short.compare(a.getShort(0), b.getShort(0));
          // Infinite dates and timestamps are the smallest and the greatest integer.
          case TypeOids.INT4, TypeOids.DATE -> (a, b) -> Integer.compare(a.getInt(0), b.getInt(0));
          case TypeOids.OID -> (a, b) -> Integer.compareUnsigned(a.getInt(0), b.getInt(0));
          case TypeOids.INT8, TypeOids.TIME, TypeOids.TIMESTAMP, TypeOids.TIMESTAMPTZ ->
              (a, b) -> Long.compare(a.getLong(0), b.getLong(0));
          case TypeOids.FLOAT4 -> (a, b) -> compare(a.getFloat(0), b.getFloat(0));
          case TypeOids.FLOAT8 -> (a, b) -> compare(a.getDouble(0), b.getDouble(0));
          case TypeOids.NUMERIC -> new NumericOrder();
          case TypeOids.BYTEA, TypeOids.UUID -> ValueOrder::compareBytes;
          case TypeOids.TEXT, TypeOids.VARCHAR, TypeOids.NAME ->
              byteOrder ? ValueOrder::compareBytes : null;
          case TypeOids.BPCHAR ->
              byteOrder ? (a, b) -> compareBytes(withoutPadding(a), withoutPadding(b)) : null;
          default -> null;
        });
  }

  /** NaN equals itself and is greater than everything else; the zeros are equal. */
  private static int compare(double first, double second) {
    return first == second ? 0 : Double.compare(first, second);
  }

  private static int compareBytes(ByteBuffer first, ByteBuffer second) {
    int different = first.mismatch(second);
    if (different < 0) {
      return 0;
    }
    if (different == first.remaining() || different == second.remaining()) {
      return Integer.compare(first.remaining(), second.remaining());
    }
    return Byte.compareUnsigned(
        first.get(first.position() + different), second.get(second.position() + different));
  }

  /** The blanks at the end of a character(n) do not count. */
  private static ByteBuffer withoutPadding(ByteBuffer value) {
    int end = value.limit();
    while (end > value.position() && value.get(end - 1) == ' ') {
      end--;
    }
    return value.slice(value.position(), end - value.position());
  }
}
