package io.argosy.tpcd.performance;

import io.argosy.tpcd.compare.Answer;
import io.argosy.tpcd.query.Query;
import java.util.Optional;

/**
 * What can be said of an answer without another server: whether it has as many rows as the query
 * can have on any data of TPC-D, whatever its parameters. The bounds follow from the queries'
 * grouping, the domains of what they group by, and their LIMITs.
 */
final class AnswerShape {
  private static final int MANY = Integer.MAX_VALUE;

  private record Rows(int least, int most) {}

  private AnswerShape() {}

  /** What is wrong with an answer, for a person to read, or nothing. */
  static Optional<String> fault(Query query, Answer answer) {
    for (String column : query.ordering().columns()) {
      if (answer.columns().stream().noneMatch(found -> found.name().equals(column))) {
        return Optional.of("there is no column " + column);
      }
    }
    Rows rows = rows(query);
    int found = answer.rows().size();
    return found >= rows.least() && found <= rows.most()
        ? Optional.empty()
        : Optional.of(
            found
                + " rows, which cannot be: "
                + (rows.most() == MANY
                    ? "at least " + rows.least()
                    : rows.least() + " to " + rows.most()));
  }

  private static Rows rows(Query query) {
    return switch (query) {
      case PRICING_SUMMARY -> new Rows(1, 4);
      case ORDER_PRIORITY_CHECKING -> new Rows(0, 5);
      case LOCAL_SUPPLIER_VOLUME -> new Rows(0, 5);
      case VOLUME_SHIPPING -> new Rows(0, 4);
      case NATIONAL_MARKET_SHARE -> new Rows(0, 2);
      // 25 nations in 7 years.
      case PRODUCT_TYPE_PROFIT -> new Rows(0, 175);
      case SHIPPING_MODES -> new Rows(0, 2);
      case SALES_CLERK_PERFORMANCE -> new Rows(0, 7);
      case GLOBAL_SALES_OPPORTUNITY -> new Rows(0, 7);
      case FORECASTING_REVENUE_CHANGE,
          PROMOTION_EFFECT,
          SMALL_QUANTITY_ORDER_REVENUE,
          DISCOUNTED_REVENUE ->
          new Rows(1, 1);
      case CUSTOMER_DISTRIBUTION, TOP_SUPPLIER -> new Rows(1, MANY);
      case MINIMUM_COST_SUPPLIER,
          SHIPPING_PRIORITY,
          RETURNED_ITEM_REPORTING,
          IMPORTANT_STOCK,
          PARTS_SUPPLIER_RELATIONSHIP,
          LARGE_VOLUME_CUSTOMER,
          POTENTIAL_PART_PROMOTION,
          SUPPLIERS_WHO_KEPT_ORDERS_WAITING ->
          new Rows(0, (int) query.ordering().limit().orElse(MANY));
    };
  }
}
