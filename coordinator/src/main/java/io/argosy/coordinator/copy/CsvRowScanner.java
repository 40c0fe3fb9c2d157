package io.argosy.coordinator.copy;

import java.io.ByteArrayOutputStream;

/**
 * Rows of COPY's CSV format, quoted as in PostgreSQL's {@code CopyReadLineText} and {@code
 * CopyReadAttributesCSV}.
 */
final class CsvRowScanner extends RowScanner {
  private final byte delimiter;
  private final byte quote;
  private final byte escape;
  private final byte[] nullText;
  private final int keyField;
  private final boolean knowsEndMarker;
  private LineEnd lineEnd = LineEnd.UNKNOWN;
  private int field;
  private int contentEnd;
  private boolean quoted;
  private boolean afterEscape;
  private boolean fresh = true;

  /**
   * @param keyField the key's position among the fields, from 0
   * @param knowsEndMarker whether the nodes take a line {@code \.} for the end of the data, as
   *     PostgreSQL did before version 18
   */
  CsvRowScanner(CopyOptions options, int keyField, boolean knowsEndMarker) {
    this.delimiter = options.delimiter();
    this.quote = options.quote();
    this.escape = options.escape();
    this.nullText = options.nullText();
    this.keyField = keyField;
    this.knowsEndMarker = knowsEndMarker;
  }

  private void begin() {
    if (fresh) {
      fresh = false;
      scanned = 0;
      field = 0;
      keyFrom = keyField == 0 ? 0 : -1;
      keyTo = -1;
      keyEncoded = false;
      quoted = false;
      afterEscape = false;
      lines = 1;
    }
  }

  @Override
  int end(byte[] data, int start, int limit) {
    begin();
    int position = start + scanned;
    while (position < limit) {
      byte c = data[position];
      if (c == '\r' && !quoted && lineEnd == LineEnd.UNKNOWN && position + 1 == limit) {
        break;
      }
      quotes(c);
      position++;
      if (quoted) {
        if (c == (lineEnd == LineEnd.NEWLINE ? '\n' : '\r')) {
          lines++;
        }
      } else if (c == delimiter) {
        delimiter(position - 1 - start);
      } else if (c == '\n') {
        if (lineEnd == LineEnd.UNKNOWN) {
          lineEnd = LineEnd.NEWLINE;
        }
        if (lineEnd != LineEnd.RETURN) {
          int before = lineEnd == LineEnd.RETURN_NEWLINE ? 2 : 1;
          return finish(start, Math.max(start, position - before), position);
        }
      } else if (c == '\r') {
        if (lineEnd == LineEnd.UNKNOWN) {
          lineEnd = data[position] == '\n' ? LineEnd.RETURN_NEWLINE : LineEnd.RETURN;
        }
        if (lineEnd == LineEnd.RETURN) {
          return finish(start, position - 1, position);
        }
      }
    }
    scanned = position - start;
    return INCOMPLETE;
  }

  private void quotes(byte c) {
    // Where quote and escape are the same, each one toggles, and a doubled one toggles twice.
    boolean escapes = c == escape && escape != quote;
    if (quoted && escapes) {
      afterEscape = !afterEscape;
    }
    if (c == quote && !afterEscape) {
      quoted = !quoted;
      keyEncoded |= field == keyField;
    }
    if (!escapes) {
      afterEscape = false;
    }
  }

  private void delimiter(int offset) {
    if (field == keyField) {
      keyTo = offset;
    }
    field++;
    if (field == keyField) {
      keyFrom = offset + 1;
    }
  }

  private int finish(int start, int content, int end) {
    contentEnd = content - start;
    if (field == keyField) {
      keyTo = contentEnd;
    }
    fresh = true;
    return end;
  }

  @Override
  void endOfData(byte[] data, int start, int limit) {
    begin();
    boolean endsInReturn = limit > start && data[limit - 1] == '\r';
    finish(start, endsInReturn ? limit - 1 : limit, limit);
  }

  @Override
  boolean isEndMarker(byte[] data, int start) {
    return knowsEndMarker && contentEnd == 2 && data[start] == '\\' && data[start + 1] == '.';
  }

  @Override
  boolean keyIsNull(byte[] data, int start) {
    return !keyEncoded && equal(data, start + keyFrom, start + keyTo, nullText);
  }

  @Override
  byte[] decodedKey(byte[] data, int start) {
    ByteArrayOutputStream text = new ByteArrayOutputStream(keyTo - keyFrom);
    int end = start + keyTo;
    boolean inside = false;
    for (int position = start + keyFrom; position < end; position++) {
      byte c = data[position];
      boolean more = position + 1 < end;
      if (inside && c == escape && more && isQuoteOrEscape(data[position + 1])) {
        text.write(data[++position]);
      } else if (c == quote) {
        inside = !inside;
      } else {
        text.write(c);
      }
    }
    return text.toByteArray();
  }

  private boolean isQuoteOrEscape(byte c) {
    return c == quote || c == escape;
  }
}
