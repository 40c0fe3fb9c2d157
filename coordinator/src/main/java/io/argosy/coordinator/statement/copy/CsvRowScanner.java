package io.argosy.coordinator.statement.copy;

import java.io.ByteArrayOutputStream;

/**
 * Rows of COPY's CSV format, quoted as in PostgreSQL's {@code CopyReadLineText} and {@code
 * CopyReadAttributesCSV}.
 */
final class CsvRowScanner extends DelimitedRowScanner {
  private final byte quote;
  private final byte escape;
  private final boolean knowsEndMarker;
  private boolean quoted;
  private boolean afterEscape;

  /**
   * @param keyField the key's position among the fields, from 0
   * @param knowsEndMarker whether the nodes take a line {@code \.} for the end of the data, as
   *     PostgreSQL did before version 18
   */
  CsvRowScanner(CopyOptions options, int keyField, boolean knowsEndMarker) {
    super(options, keyField);
    this.quote = options.quote();
    this.escape = options.escape();
    this.knowsEndMarker = knowsEndMarker;
  }

  @Override
  void beginRow() {
    quoted = false;
    afterEscape = false;
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

  @Override
  boolean isEndMarker(byte[] data, int start) {
    return knowsEndMarker && super.isEndMarker(data, start);
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
