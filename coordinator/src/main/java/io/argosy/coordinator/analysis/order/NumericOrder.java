package io.argosy.coordinator.analysis.order;

import java.nio.ByteBuffer;

/**
 * The order of numeric: by value, whatever the display scale, with -Infinity before and Infinity
 * after all numbers, and NaN, which equals itself, after that.
 *
 * <pre>
 * int16 digits  int16 weight  int16 sign  int16 display scale  { int16 digit }*
 *
 * value = sign * (digit[0] * 10000^weight + digit[1] * 10000^(weight - 1) + ..)
 * </pre>
 */
final class NumericOrder implements ValueOrder {
  private static final int WEIGHT_AT = 2;
  private static final int SIGN_AT = 4;
  private static final int DIGITS_AT = 8;
  private static final short NEGATIVE = 0x4000;
  private static final short NAN = (short) 0xC000;
  private static final short POSITIVE_INFINITY = (short) 0xD000;
  private static final short NEGATIVE_INFINITY = (short) 0xF000;

  @Override
  public int compare(ByteBuffer first, ByteBuffer second) {
    int rank = rank(first);
    int difference = Integer.compare(rank, rank(second));
    if (difference != 0) {
      return difference;
    }
    return switch (rank) {
      case 1 -> compareMagnitudes(first, second);
      case -1 -> compareMagnitudes(second, first);
      default -> 0;
    };
  }

  /** -2 for -Infinity, the sign of a number, 2 for Infinity, 3 for NaN. */
  private static int rank(ByteBuffer value) {
    return switch (value.getShort(SIGN_AT)) {
      case NAN -> 3;
      case POSITIVE_INFINITY -> 2;
      case NEGATIVE_INFINITY -> -2;
      case NEGATIVE -> isZero(value) ? 0 : -1;
      default -> isZero(value) ? 0 : 1;
    };
  }

  private static boolean isZero(ByteBuffer value) {
    return leadingZeros(value) == count(value);
  }

  private static int compareMagnitudes(ByteBuffer first, ByteBuffer second) {
    int firstAt = leadingZeros(first);
    int secondAt = leadingZeros(second);
    int difference =
        Integer.compare(first.getShort(WEIGHT_AT) - firstAt, second.getShort(WEIGHT_AT) - secondAt);
    while (difference == 0 && (firstAt < count(first) || secondAt < count(second))) {
      difference = Short.compare(digit(first, firstAt++), digit(second, secondAt++));
    }
    return difference;
  }

  private static int leadingZeros(ByteBuffer value) {
    int zeros = 0;
    while (zeros < count(value) && digit(value, zeros) == 0) {
      zeros++;
    }
    return zeros;
  }

  private static int count(ByteBuffer value) {
    return value.getShort(0);
  }

  private static short digit(ByteBuffer value, int index) {
    return index < count(value) ? value.getShort(DIGITS_AT + Short.BYTES * index) : 0;
  }
}
