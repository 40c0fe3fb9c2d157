package io.argosy.coordinator.statement.copy;

/**
 * What rows of COPY's text and CSV formats have in common: fields between delimiters, any of three
 * line ends (the first one seen holds for all), and the line {@code \.} that ends the data.
 */
abstract sealed class DelimitedRowScanner extends RowScanner permits TextRowScanner, CsvRowScanner {
  final byte delimiter;
  final byte[] nullText;
  final int keyField;
  LineEnd lineEnd = LineEnd.UNKNOWN;
  int field;
  private int contentEnd;
  private boolean fresh = true;

  /**
   * @param keyField the key's position among the fields, from 0
   */
  DelimitedRowScanner(CopyOptions options, int keyField) {
    this.delimiter = options.delimiter();
    this.nullText = options.nullText();
    this.keyField = keyField;
  }

  /** Forgets the row before, unless the scan of a row goes on. */
  final void begin() {
    if (!fresh) {
      return;
    }
    fresh = false;
    scanned = 0;
    field = 0;
    keyFrom = keyField == 0 ? 0 : -1;
    keyTo = -1;
    keyEncoded = false;
    lines = 1;
    beginRow();
  }

  /** A new row begins. */
  abstract void beginRow();

  final void delimiter(int offset) {
    if (field == keyField) {
      keyTo = offset;
    }
    field++;
    if (field == keyField) {
      keyFrom = offset + 1;
    }
  }

  final int finish(int start, int content, int end) {
    contentEnd = content - start;
    if (field == keyField) {
      keyTo = contentEnd;
    }
    fresh = true;
    return end;
  }

  @Override
  final void endOfData(byte[] data, int start, int limit) {
    begin();
    boolean endsInReturn = limit > start && data[limit - 1] == '\r';
    finish(start, endsInReturn ? limit - 1 : limit, limit);
  }

  @Override
  boolean isEndMarker(byte[] data, int start) {
    return contentEnd == 2 && data[start] == '\\' && data[start + 1] == '.';
  }
}
