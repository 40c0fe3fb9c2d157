package io.argosy.protocol.encoding;

/**
 * How the bytes of an encoding are cut into characters, and which ones can be characters at all.
 */
enum EncodedForm {
  SINGLE {
    @Override
    int announced(int first) {
      return 1;
    }

    @Override
    boolean isValid(byte[] bytes, int at, int length) {
      return true;
    }
  },
  EUC {
    @Override
    int announced(int first) {
      return isAscii(first) ? 1 : first == SECOND_SET ? 2 : first == THIRD_SET ? 3 : 2;
    }

    @Override
    boolean isValid(byte[] bytes, int at, int length) {
      int first = bytes[at] & 0xFF;
      if (first == SECOND_SET) {
        return isIn(bytes[at + 1], 0xA1, 0xDF);
      }
      boolean head = length == 3 || isIn(bytes[at], 0xA1, 0xFE);
      return head && isIn(bytes[at + 1], 0xA1, 0xFE) && isIn(bytes[at + length - 1], 0xA1, 0xFE);
    }
  },
  EUC_OF_TWO {
    @Override
    int announced(int first) {
      return EUC.announced(first);
    }

    @Override
    boolean isValid(byte[] bytes, int at, int length) {
      return isIn(bytes[at], 0xA1, 0xFE) && isIn(bytes[at + 1], 0xA1, 0xFE);
    }
  },
  SJIS {
    @Override
    int announced(int first) {
      return isAscii(first) || first >= 0xA1 && first <= 0xDF ? 1 : 2;
    }

    @Override
    boolean isValid(byte[] bytes, int at, int length) {
      if (length == 1) {
        return true;
      }
      boolean head = isIn(bytes[at], 0x81, 0x9F) || isIn(bytes[at], 0xE0, 0xFC);
      return head && (isIn(bytes[at + 1], 0x40, 0x7E) || isIn(bytes[at + 1], 0x80, 0xFC));
    }
  },
  PAIRS {
    @Override
    int announced(int first) {
      return isAscii(first) ? 1 : 2;
    }

    @Override
    boolean isValid(byte[] bytes, int at, int length) {
      return bytes[at + length - 1] != 0;
    }
  };

  private static final int SECOND_SET = 0x8E;
  private static final int THIRD_SET = 0x8F;

  /** How many bytes a character has that begins with this one. */
  abstract int announced(int first);

  /** Whether such bytes, of which all are there, can be a character that is not ASCII. */
  abstract boolean isValid(byte[] bytes, int at, int length);

  static boolean isAscii(int first) {
    return first < 0x80;
  }

  private static boolean isIn(byte value, int low, int high) {
    int unsigned = value & 0xFF;
    return unsigned >= low && unsigned <= high;
  }
}
