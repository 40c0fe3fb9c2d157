package io.argosy.tpcd.query;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.TreeMap;

/**
 * The values substituted in a query.
 *
 * @param values text by placeholder name
 */
public record Parameters(Map<String, String> values) {
  public Parameters {
    values = java.util.Collections.unmodifiableMap(new TreeMap<>(values));
  }

  static Parameters of(String... namesAndValues) {
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new Parameters(values);
  }

  /**
   * The value of a placeholder.
   *
   * @throws IllegalArgumentException if there is none
   */
  public String get(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no value for :" + name + " in " + values);
    }
    return value;
  }

  /**
   * Values drawn from the specification's domains. The same query, seed and scale give the same
   * values on every machine.
   *
   * @param scale the scale factor of the data, which some domains depend on
   */
  public static Parameters random(Query query, long seed, double scale) {
    return new RandomParameters(query, seed, scale).draw();
  }

  /**
   * The values of the specification's query validation, whose answers at scale 1 are published.
   *
   * @param scale the scale factor of the data, which query 11 depends on
   */
  public static Parameters validation(Query query, double scale) {
    return switch (query) {
      case PRICING_SUMMARY -> of("delta", "90");
      case MINIMUM_COST_SUPPLIER -> of("size", "15", "type", "BRASS", "region", "EUROPE");
      case SHIPPING_PRIORITY -> of("segment", "BUILDING", "date", "1995-03-15");
      case ORDER_PRIORITY_CHECKING -> of("date", "1993-07-01");
      case LOCAL_SUPPLIER_VOLUME -> of("region", "ASIA", "date", "1994-01-01");
      case FORECASTING_REVENUE_CHANGE ->
          of("date", "1994-01-01", "discount", "0.06", "quantity", "24");
      case VOLUME_SHIPPING -> of("nation1", "FRANCE", "nation2", "GERMANY");
      case NATIONAL_MARKET_SHARE ->
          of("nation", "BRAZIL", "region", "AMERICA", "type", "ECONOMY ANODIZED STEEL");
      case PRODUCT_TYPE_PROFIT -> of("color", "green");
      case RETURNED_ITEM_REPORTING -> of("date", "1993-10-01");
      case IMPORTANT_STOCK -> of("nation", "GERMANY", "fraction", fraction(scale));
      case SHIPPING_MODES -> of("shipmode1", "MAIL", "shipmode2", "SHIP", "date", "1994-01-01");
      case CUSTOMER_DISTRIBUTION -> of("word1", "special", "word2", "requests");
      case SALES_CLERK_PERFORMANCE -> of("clerk", "Clerk#000000088");
      case PROMOTION_EFFECT -> of("date", "1995-09-01");
      case TOP_SUPPLIER -> of("date", "1996-01-01");
      case PARTS_SUPPLIER_RELATIONSHIP ->
          of(
              "brand",
              "Brand#45",
              "type",
              "MEDIUM POLISHED",
              "size1",
              "49",
              "size2",
              "14",
              "size3",
              "23",
              "size4",
              "45",
              "size5",
              "19",
              "size6",
              "3",
              "size7",
              "36",
              "size8",
              "9");
      case SMALL_QUANTITY_ORDER_REVENUE -> of("brand", "Brand#23", "container", "MED BOX");
      case LARGE_VOLUME_CUSTOMER -> of("quantity", "300");
      case DISCOUNTED_REVENUE ->
          of(
              "quantity1",
              "1",
              "quantity2",
              "10",
              "quantity3",
              "20",
              "brand1",
              "Brand#12",
              "brand2",
              "Brand#23",
              "brand3",
              "Brand#34");
      case POTENTIAL_PART_PROMOTION ->
          of("color", "forest", "date", "1994-01-01", "nation", "CANADA");
      case SUPPLIERS_WHO_KEPT_ORDERS_WAITING -> of("nation", "SAUDI ARABIA");
      case GLOBAL_SALES_OPPORTUNITY ->
          of(
              "code1", "13", "code2", "31", "code3", "23", "code4", "29", "code5", "30", "code6",
              "18", "code7", "17");
    };
  }

  /** Clause 2.4.11.3: 0.0001 / SF, so that the answer's size does not depend on the scale. */
  static String fraction(double scale) {
    return new BigDecimal("0.0001")
        .divide(BigDecimal.valueOf(scale), MathContext.DECIMAL64)
        .stripTrailingZeros()
        .toPlainString();
  }
}
