package io.argosy.tpcd.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A query of TPC-D or TPC-H, by its business question. The definitions are the functional query
 * definitions of clause 2.4 of the TPC-H specification and, for {@link #SALES_CLERK_PERFORMANCE},
 * of TPC-D's; query 15 is written in its approved variant as a common table expression.
 */
public enum Query {
  PRICING_SUMMARY(1, "01", Ordering.by("l_returnflag", "l_linestatus")),
  MINIMUM_COST_SUPPLIER(
      2, "02", Ordering.by("s_acctbal", "n_name", "s_name", "p_partkey").limit(100)),
  SHIPPING_PRIORITY(3, "03", Ordering.by("revenue", "o_orderdate").limit(10)),
  ORDER_PRIORITY_CHECKING(4, "04", Ordering.by("o_orderpriority")),
  LOCAL_SUPPLIER_VOLUME(5, "05", Ordering.by("revenue")),
  FORECASTING_REVENUE_CHANGE(6, "06", Ordering.NONE),
  VOLUME_SHIPPING(7, "07", Ordering.by("supp_nation", "cust_nation", "l_year")),
  NATIONAL_MARKET_SHARE(8, "08", Ordering.by("o_year")),
  PRODUCT_TYPE_PROFIT(9, "09", Ordering.by("nation", "o_year")),
  RETURNED_ITEM_REPORTING(10, "10", Ordering.by("revenue").limit(20)),
  IMPORTANT_STOCK(11, "11", Ordering.by("value")),
  SHIPPING_MODES(12, "12", Ordering.by("l_shipmode")),
  CUSTOMER_DISTRIBUTION(13, "13", Ordering.by("custdist", "c_count")),
  SALES_CLERK_PERFORMANCE(13, "13-sales-clerk", Ordering.by("o_year")),
  PROMOTION_EFFECT(14, "14", Ordering.NONE),
  TOP_SUPPLIER(15, "15", Ordering.by("s_suppkey")),
  PARTS_SUPPLIER_RELATIONSHIP(16, "16", Ordering.by("supplier_cnt", "p_brand", "p_type", "p_size")),
  SMALL_QUANTITY_ORDER_REVENUE(17, "17", Ordering.NONE),
  LARGE_VOLUME_CUSTOMER(18, "18", Ordering.by("o_totalprice", "o_orderdate").limit(100)),
  DISCOUNTED_REVENUE(19, "19", Ordering.NONE),
  POTENTIAL_PART_PROMOTION(20, "20", Ordering.by("s_name")),
  SUPPLIERS_WHO_KEPT_ORDERS_WAITING(21, "21", Ordering.by("numwait", "s_name").limit(100)),
  GLOBAL_SALES_OPPORTUNITY(22, "22", Ordering.by("cntrycode"));

  /** A name after a colon. No query has a colon elsewhere. */
  private static final Pattern PLACEHOLDER = Pattern.compile(":([a-z]+[0-9]?)");

  private final int number;
  private final String template;
  private final Ordering ordering;

  Query(int number, String resource, Ordering ordering) {
    this.number = number;
    this.template = read(resource + ".sql");
    this.ordering = ordering;
  }

  /** The query's number in its set. */
  public int number() {
    return number;
  }

  /** The number and the business question, as in {@code 1 pricing summary}. */
  public String title() {
    return number + " " + name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** What the query fixes about the order of its rows. */
  public Ordering ordering() {
    return ordering;
  }

  /** The names of the values that are substituted. */
  public Set<String> parameterNames() {
    Set<String> names = new TreeSet<>();
    Matcher matcher = PLACEHOLDER.matcher(template);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  /**
   * The query with values substituted as text, as the specification demands.
   *
   * @throws IllegalArgumentException if a value is missing
   */
  public String sql(Parameters parameters) {
    return PLACEHOLDER
        .matcher(template)
        .replaceAll(match -> Matcher.quoteReplacement(parameters.get(match.group(1))));
  }

  private static String read(String resource) {
    try (InputStream stream = Query.class.getResourceAsStream(resource)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
