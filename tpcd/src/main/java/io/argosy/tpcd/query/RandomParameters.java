package io.argosy.tpcd.query;

import io.trino.tpch.Distribution;
import io.trino.tpch.Distributions;
import io.trino.tpch.Nation;
import io.trino.tpch.TpchTable;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Draws one query's values from the domains in the "Substitution Parameters" subclauses of the
 * TPC-H specification's clause 2.4. {@link Random} is used because its sequence is specified.
 */
final class RandomParameters {
  private static final LocalDate FIRST_YEAR = LocalDate.of(1993, 1, 1);
  private static final int CLERKS_AT_SCALE_ONE = 1000;

  private final Query query;
  private final double scale;
  private final Random random;
  private final Distributions distributions = Distributions.getDefaultDistributions();
  private final List<Nation> nations = new ArrayList<>();

  RandomParameters(Query query, long seed, double scale) {
    this.query = query;
    this.scale = scale;
    // Neighbouring queries would otherwise draw the same numbers.
    this.random = new Random(seed * Query.values().length + query.ordinal());
    TpchTable.NATION.createGenerator(1, 1, 1).forEach(nations::add);
  }

  Parameters draw() {
    return switch (query) {
      case PRICING_SUMMARY -> Parameters.of("delta", between(60, 120));
      case MINIMUM_COST_SUPPLIER ->
          Parameters.of("size", between(1, 50), "type", typeSyllables()[2], "region", region());
      case SHIPPING_PRIORITY ->
          Parameters.of(
              "segment",
              oneOf(distributions.getMarketSegments()),
              "date",
              LocalDate.of(1995, 3, 1 + random.nextInt(31)).toString());
      case ORDER_PRIORITY_CHECKING, TOP_SUPPLIER -> Parameters.of("date", month(FIRST_YEAR, 58));
      case LOCAL_SUPPLIER_VOLUME -> Parameters.of("region", region(), "date", year());
      case FORECASTING_REVENUE_CHANGE ->
          Parameters.of(
              "date", year(), "discount", "0.0" + between(2, 9), "quantity", between(24, 25));
      case VOLUME_SHIPPING -> {
        List<Nation> two = distinct(nations, 2);
        yield Parameters.of("nation1", two.get(0).name(), "nation2", two.get(1).name());
      }
      case NATIONAL_MARKET_SHARE -> {
        Nation nation = oneOf(nations);
        yield Parameters.of(
            "nation",
            nation.name(),
            "region",
            distributions.getRegions().getValue((int) nation.regionKey()),
            "type",
            String.join(" ", typeSyllables()));
      }
      case PRODUCT_TYPE_PROFIT -> Parameters.of("color", oneOf(distributions.getPartColors()));
      case RETURNED_ITEM_REPORTING -> Parameters.of("date", month(FIRST_YEAR.plusMonths(1), 24));
      case IMPORTANT_STOCK ->
          Parameters.of("nation", nation(), "fraction", Parameters.fraction(scale));
      case SHIPPING_MODES -> {
        List<String> two = distinct(distributions.getShipModes().getValues(), 2);
        yield Parameters.of("shipmode1", two.get(0), "shipmode2", two.get(1), "date", year());
      }
      case CUSTOMER_DISTRIBUTION ->
          Parameters.of(
              "word1",
              oneOf(List.of("special", "pending", "unusual", "express")),
              "word2",
              oneOf(List.of("packages", "requests", "accounts", "deposits")));
      case SALES_CLERK_PERFORMANCE -> Parameters.of("clerk", clerk());
      case PROMOTION_EFFECT -> Parameters.of("date", month(FIRST_YEAR, 60));
      case PARTS_SUPPLIER_RELATIONSHIP -> {
        Map<String, String> values = numbered("size", distinct(range(1, 50), 8));
        String[] type = typeSyllables();
        values.put("brand", brand());
        values.put("type", type[0] + " " + type[1]);
        yield new Parameters(values);
      }
      case SMALL_QUANTITY_ORDER_REVENUE ->
          Parameters.of("brand", brand(), "container", oneOf(distributions.getPartContainers()));
      case LARGE_VOLUME_CUSTOMER -> Parameters.of("quantity", between(312, 315));
      case DISCOUNTED_REVENUE ->
          Parameters.of(
              "quantity1",
              between(1, 10),
              "quantity2",
              between(10, 20),
              "quantity3",
              between(20, 30),
              "brand1",
              brand(),
              "brand2",
              brand(),
              "brand3",
              brand());
      case POTENTIAL_PART_PROMOTION ->
          Parameters.of(
              "color", oneOf(distributions.getPartColors()), "date", year(), "nation", nation());
      case SUPPLIERS_WHO_KEPT_ORDERS_WAITING -> Parameters.of("nation", nation());
      case GLOBAL_SALES_OPPORTUNITY ->
          // A phone number's country code is the nation's key + 10 (clause 4.2.2.9).
          new Parameters(numbered("code", distinct(range(10, 34), 7)));
    };
  }

  private String between(int least, int most) {
    return Integer.toString(least + random.nextInt(most - least + 1));
  }

  private <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private String oneOf(Distribution distribution) {
    return oneOf(distribution.getValues());
  }

  private <T> List<T> distinct(List<T> values, int count) {
    List<T> shuffled = new ArrayList<>(values);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, count);
  }

  private static List<String> range(int first, int last) {
    List<String> numbers = new ArrayList<>();
    for (int number = first; number <= last; number++) {
      numbers.add(Integer.toString(number));
    }
    return numbers;
  }

  private static Map<String, String> numbered(String name, List<String> values) {
    Map<String, String> numbered = new TreeMap<>();
    for (int i = 0; i < values.size(); i++) {
      numbered.put(name + (i + 1), values.get(i));
    }
    return numbered;
  }

  private String region() {
    return oneOf(distributions.getRegions());
  }

  private String nation() {
    return oneOf(nations).name();
  }

  private String[] typeSyllables() {
    return oneOf(distributions.getPartTypes()).split(" ");
  }

  private String brand() {
    return "Brand#" + between(1, 5) + between(1, 5);
  }

  private String clerk() {
    int clerks = (int) Math.max(1, scale * CLERKS_AT_SCALE_ONE);
    return "Clerk#%09d".formatted(1 + random.nextInt(clerks));
  }

  /** The first of January of a year from 1993 to 1997. */
  private String year() {
    return FIRST_YEAR.plusYears(random.nextInt(5)).toString();
  }

  /** The first day of one of so many months. */
  private String month(LocalDate first, int months) {
    return first.plusMonths(random.nextInt(months)).toString();
  }
}
