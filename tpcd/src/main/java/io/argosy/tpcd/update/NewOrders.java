package io.argosy.tpcd.update;

import io.argosy.tpcd.schema.Table;
import io.trino.tpch.LineItem;
import io.trino.tpch.Order;
import io.trino.tpch.TpchEntity;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Generates the rows of a set of UF1, order by order. They are those that dbgen has for the orders
 * of the same place in the loaded data, under keys that are free; so each new order agrees with its
 * line items in prices, dates and status. Used by one thread.
 */
final class NewOrders {
  private final UpdateSet set;
  private final Iterator<? extends TpchEntity> orders;
  private final Iterator<? extends TpchEntity> lineItems;
  private long generated;
  private LineItem nextLineItem;

  /**
   * An order and its line items, each in dbgen's line format.
   *
   * @param lineItems at least one
   */
  record NewOrder(String order, List<String> lineItems) {}

  NewOrders(UpdateSet set) {
    this.set = set;
    this.orders = rows(Table.ORDERS);
    this.lineItems = rows(Table.LINEITEM);
    this.nextLineItem = (LineItem) lineItems.next();
  }

  private Iterator<? extends TpchEntity> rows(Table table) {
    return table.generate(set.scale(), set.place(), UpdateSet.PER_GENERATION).iterator();
  }

  /** The set's next order. There must be one. */
  NewOrder next() {
    Order order = (Order) orders.next();
    long key = set.orderKey(generated++);
    List<String> lines = new ArrayList<>();
    while (nextLineItem != null && nextLineItem.orderKey() == order.orderKey()) {
      lines.add(withKey(key, nextLineItem));
      nextLineItem = lineItems.hasNext() ? (LineItem) lineItems.next() : null;
    }
    return new NewOrder(withKey(key, order), lines);
  }

  /** The order key is the first column of both tables. */
  private static String withKey(long key, TpchEntity row) {
    String line = row.toLine();
    return key + line.substring(line.indexOf('|'));
  }
}
