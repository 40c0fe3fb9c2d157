package io.argosy.coordinator.cluster.types;

import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;

/**
 * From one node's numbers of types to another's, also within values in binary format, as
 * PostgreSQL's {@code array_send}, {@code record_send}, {@code range_send} and {@code
 * multirange_send} write them. A number has four bytes whatever it is, so that nothing else moves.
 *
 * @param from the node whose numbers the values have
 * @param to the node whose numbers they are to get
 */
record TypeTranslation(NodeTypes from, NodeTypes to) {
  private static final int EMPTY = 0x01;
  private static final int LOWER_INFINITE = 0x08;
  private static final int UPPER_INFINITE = 0x10;

  /**
   * Translates a value in place.
   *
   * @param type the number of its type on the first node
   * @param value from its position to its limit; the position is its limit afterwards
   * @throws PostgresException 0A000 if the other node has no such type
   */
  void translate(int type, ByteBuffer value) {
    NodeTypes.Type known = from.of(type);
    switch (known.structure()) {
      case ARRAY -> array(value);
      case COMPOSITE -> row(value);
      case RANGE -> range(known.part(), value);
      case MULTIRANGE -> {
        for (int ranges = value.getInt(); ranges > 0; ranges--) {
          ByteBuffer range = sized(value);
          range(known.part(), range);
        }
      }
      case DOMAIN -> translate(known.part(), value);
      case PLAIN -> value.position(value.limit());
    }
  }

  /** {@code int32 dimensions, int32 flags, int32 type, (int32 length, int32 lower)*, values}. */
  private void array(ByteBuffer value) {
    int dimensions = value.getInt();
    value.getInt();
    int type = number(value);
    value.position(value.position() + dimensions * 2 * Integer.BYTES);
    while (value.hasRemaining()) {
      part(type, value);
    }
  }

  /** {@code int32 columns, (int32 type, value)*}. */
  private void row(ByteBuffer value) {
    for (int columns = value.getInt(); columns > 0; columns--) {
      part(number(value), value);
    }
  }

  /** {@code byte flags, bounds that are there}. */
  private void range(int type, ByteBuffer value) {
    int flags = value.get();
    if ((flags & EMPTY) == 0) {
      if ((flags & LOWER_INFINITE) == 0) {
        part(type, value);
      }
      if ((flags & UPPER_INFINITE) == 0) {
        part(type, value);
      }
    }
  }

  private void part(int type, ByteBuffer value) {
    if (value.getInt(value.position()) < 0) {
      value.getInt();
    } else {
      translate(type, sized(value));
    }
  }

  /** The value behind its length; the buffer goes on behind it. */
  private static ByteBuffer sized(ByteBuffer value) {
    int size = value.getInt();
    ByteBuffer part = value.slice(value.position(), size);
    value.position(value.position() + size);
    return part;
  }

  /** Reads a number, and writes the other node's in its place. */
  private int number(ByteBuffer value) {
    int number = value.getInt(value.position());
    value.putInt(required(number));
    return number;
  }

  /** The other node's number of a type. */
  int required(int number) {
    int translated = to.translated(number, from);
    if (translated == 0) {
      throw new PostgresException(
          "0A000",
          "type number "
              + Integer.toUnsignedString(number)
              + " is not known on every node"
              + " (or the transaction that has made the type has not ended)",
          "Use the type when the transaction that makes it has been committed.");
    }
    return translated;
  }
}
