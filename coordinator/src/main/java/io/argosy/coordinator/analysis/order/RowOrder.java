package io.argosy.coordinator.analysis.order;

import io.argosy.protocol.message.DataRowReader;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;

/**
 * The order that ORDER BY gives rows. Compares their keys, which {@link #keys} takes out of them.
 *
 * @param keys by importance
 */
public record RowOrder(List<Key> keys) implements Comparator<ByteBuffer[]> {
  public RowOrder {
    keys = List.copyOf(keys);
  }

  /**
   * One item of ORDER BY.
   *
   * @param column the row's column, from 0, which is in binary format
   */
  public record Key(int column, ValueOrder order, boolean descending, boolean nullsFirst) {}

  /** The keys of a reader's current row; null for NULL. They share the memory of its messages. */
  public ByteBuffer[] keys(DataRowReader row) {
    ByteBuffer[] values = new ByteBuffer[keys.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.slice(keys.get(i).column());
    }
    return values;
  }

  @Override
  public int compare(ByteBuffer[] first, ByteBuffer[] second) {
    for (int i = 0; i < first.length; i++) {
      int difference = compare(keys.get(i), first[i], second[i]);
      if (difference != 0) {
        return difference;
      }
    }
    return 0;
  }

  private static int compare(Key key, ByteBuffer first, ByteBuffer second) {
    if (first == null || second == null) {
      int nulls = Boolean.compare(first == null, second == null);
      return key.nullsFirst() ? -nulls : nulls;
    }
    int difference = key.order().compare(first, second);
    return key.descending() ? Integer.compare(0, difference) : difference;
  }
}
