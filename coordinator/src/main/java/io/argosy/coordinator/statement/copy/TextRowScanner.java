package io.argosy.coordinator.statement.copy;

import java.io.ByteArrayOutputStream;

/**
 * Rows of COPY's text format. As PostgreSQL's {@code CopyReadLineText} and {@code
 * CopyReadAttributesText} do: a backslash takes the special meaning from whatever follows it.
 */
final class TextRowScanner extends DelimitedRowScanner {
  private final boolean[] special = new boolean[256];

  /**
   * @param keyField the key's position among the fields, from 0
   */
  TextRowScanner(CopyOptions options, int keyField) {
    super(options, keyField);
    special[delimiter & 0xff] = true;
    special['\\'] = true;
    special['\n'] = true;
    special['\r'] = true;
  }

  @Override
  void beginRow() {}

  @Override
  int end(byte[] data, int start, int limit) {
    begin();
    int position = start + scanned;
    while (position < limit) {
      byte c = data[position];
      if (!special[c & 0xff]) {
        position++;
      } else if (c == delimiter) {
        delimiter(position - start);
        position++;
      } else if (c == '\\') {
        if (position + 1 == limit) {
          break;
        }
        keyEncoded |= field == keyField;
        position += 2;
      } else if (c == '\n') {
        if (lineEnd == LineEnd.UNKNOWN) {
          lineEnd = LineEnd.NEWLINE;
        }
        position++;
        if (lineEnd != LineEnd.RETURN) {
          int before = lineEnd == LineEnd.RETURN_NEWLINE ? 2 : 1;
          return finish(start, Math.max(start, position - before), position);
        }
      } else {
        if (lineEnd == LineEnd.UNKNOWN) {
          if (position + 1 == limit) {
            break;
          }
          lineEnd = data[position + 1] == '\n' ? LineEnd.RETURN_NEWLINE : LineEnd.RETURN;
        }
        position++;
        if (lineEnd == LineEnd.RETURN) {
          return finish(start, position - 1, position);
        }
      }
    }
    scanned = position - start;
    return INCOMPLETE;
  }

  @Override
  boolean keyIsNull(byte[] data, int start) {
    return equal(data, start + keyFrom, start + keyTo, nullText);
  }

  @Override
  byte[] decodedKey(byte[] data, int start) {
    ByteArrayOutputStream text = new ByteArrayOutputStream(keyTo - keyFrom);
    int position = start + keyFrom;
    int end = start + keyTo;
    while (position < end) {
      byte c = data[position++];
      if (c != '\\' || position == end) {
        text.write(c);
        continue;
      }
      byte escaped = data[position++];
      if (escaped >= '0' && escaped <= '7') {
        int value = escaped - '0';
        for (int i = 0; i < 2 && position < end && isDigit(data[position], 8); i++) {
          value = value * 8 + (data[position++] - '0');
        }
        text.write(value);
      } else if (escaped == 'x' && position < end && isDigit(data[position], 16)) {
        int value = Character.digit(data[position++], 16);
        if (position < end && isDigit(data[position], 16)) {
          value = value * 16 + Character.digit(data[position++], 16);
        }
        text.write(value);
      } else {
        text.write(control(escaped));
      }
    }
    return text.toByteArray();
  }

  private static boolean isDigit(byte c, int radix) {
    return c > 0 && Character.digit(c, radix) >= 0;
  }

  private static int control(byte letter) {
    return switch (letter) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> 0x0b;
      default -> letter;
    };
  }
}
