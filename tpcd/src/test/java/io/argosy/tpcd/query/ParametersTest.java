package io.argosy.tpcd.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.trino.tpch.Distributions;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The domains are those of the specification; each is drawn from often enough to be exhausted. */
class ParametersTest {
  private static final int DRAWS = 2000;

  @ParameterizedTest
  @EnumSource
  void theSameSeedGivesTheSameValues(Query query) {
    assertThat(Parameters.random(query, 42, 1)).isEqualTo(Parameters.random(query, 42, 1));
  }

  @Test
  void numbersFillTheirRanges() {
    assertThat(drawn(Query.PRICING_SUMMARY, "delta")).isEqualTo(numbers(60, 120));
    assertThat(drawn(Query.MINIMUM_COST_SUPPLIER, "size")).isEqualTo(numbers(1, 50));
    assertThat(drawn(Query.FORECASTING_REVENUE_CHANGE, "discount"))
        .containsExactlyInAnyOrder("0.02", "0.03", "0.04", "0.05", "0.06", "0.07", "0.08", "0.09");
    assertThat(drawn(Query.FORECASTING_REVENUE_CHANGE, "quantity")).isEqualTo(numbers(24, 25));
    assertThat(drawn(Query.LARGE_VOLUME_CUSTOMER, "quantity")).isEqualTo(numbers(312, 315));
    assertThat(drawn(Query.DISCOUNTED_REVENUE, "quantity1")).isEqualTo(numbers(1, 10));
    assertThat(drawn(Query.DISCOUNTED_REVENUE, "quantity2")).isEqualTo(numbers(10, 20));
    assertThat(drawn(Query.DISCOUNTED_REVENUE, "quantity3")).isEqualTo(numbers(20, 30));
  }

  @Test
  void datesFillTheirRanges() {
    Set<String> years = dates(LocalDate.of(1993, 1, 1), 5, 12);
    assertThat(drawn(Query.LOCAL_SUPPLIER_VOLUME, "date")).isEqualTo(years);
    assertThat(drawn(Query.FORECASTING_REVENUE_CHANGE, "date")).isEqualTo(years);
    assertThat(drawn(Query.SHIPPING_MODES, "date")).isEqualTo(years);
    assertThat(drawn(Query.POTENTIAL_PART_PROMOTION, "date")).isEqualTo(years);
    Set<String> upToOctober1997 = dates(LocalDate.of(1993, 1, 1), 58, 1);
    assertThat(drawn(Query.ORDER_PRIORITY_CHECKING, "date")).isEqualTo(upToOctober1997);
    assertThat(drawn(Query.TOP_SUPPLIER, "date")).isEqualTo(upToOctober1997);
    assertThat(upToOctober1997).contains("1997-10-01").doesNotContain("1997-11-01");
    assertThat(drawn(Query.PROMOTION_EFFECT, "date"))
        .isEqualTo(dates(LocalDate.of(1993, 1, 1), 60, 1));
    assertThat(drawn(Query.RETURNED_ITEM_REPORTING, "date"))
        .isEqualTo(dates(LocalDate.of(1993, 2, 1), 24, 1))
        .contains("1995-01-01");
    Set<String> march = new HashSet<>();
    LongStream.rangeClosed(1, 31).forEach(day -> march.add("1995-03-%02d".formatted(day)));
    assertThat(drawn(Query.SHIPPING_PRIORITY, "date")).isEqualTo(march);
  }

  @Test
  void wordsComeFromTheGeneratorsLists() {
    Distributions lists = Distributions.getDefaultDistributions();
    assertThat(drawn(Query.PRODUCT_TYPE_PROFIT, "color"))
        .isEqualTo(Set.copyOf(lists.getPartColors().getValues()))
        .hasSize(92);
    assertThat(drawn(Query.SMALL_QUANTITY_ORDER_REVENUE, "container"))
        .isEqualTo(Set.copyOf(lists.getPartContainers().getValues()))
        .hasSize(40);
    assertThat(drawn(Query.SHIPPING_PRIORITY, "segment"))
        .containsExactlyInAnyOrder("AUTOMOBILE", "BUILDING", "FURNITURE", "MACHINERY", "HOUSEHOLD");
    assertThat(drawn(Query.MINIMUM_COST_SUPPLIER, "type"))
        .containsExactlyInAnyOrder("TIN", "NICKEL", "BRASS", "STEEL", "COPPER");
    assertThat(drawn(Query.NATIONAL_MARKET_SHARE, "type")).hasSize(150);
    assertThat(drawn(Query.PARTS_SUPPLIER_RELATIONSHIP, "type"))
        .hasSize(30)
        .contains("MEDIUM POLISHED");
    assertThat(drawn(Query.SHIPPING_MODES, "shipmode1"))
        .containsExactlyInAnyOrder("REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB");
    assertThat(drawn(Query.LOCAL_SUPPLIER_VOLUME, "region")).hasSize(5);
    assertThat(drawn(Query.IMPORTANT_STOCK, "nation")).hasSize(25);
    assertThat(drawn(Query.PARTS_SUPPLIER_RELATIONSHIP, "brand"))
        .hasSize(25)
        .allMatch(brand -> brand.matches("Brand#[1-5][1-5]"));
  }

  @Test
  void severalValuesOfOneDomainAreDistinct() {
    for (int seed = 0; seed < DRAWS; seed++) {
      assertThat(Parameters.random(Query.VOLUME_SHIPPING, seed, 1).values().values())
          .doesNotHaveDuplicates();
      Parameters modes = Parameters.random(Query.SHIPPING_MODES, seed, 1);
      assertThat(modes.get("shipmode1")).isNotEqualTo(modes.get("shipmode2"));
      assertThat(Parameters.random(Query.GLOBAL_SALES_OPPORTUNITY, seed, 1).values().values())
          .doesNotHaveDuplicates()
          .allMatch(numbers(10, 34)::contains);
      Parameters sizes = Parameters.random(Query.PARTS_SUPPLIER_RELATIONSHIP, seed, 1);
      assertThat(
              sizes.values().entrySet().stream()
                  .filter(value -> value.getKey().startsWith("size"))
                  .map(value -> value.getValue()))
          .hasSize(8)
          .doesNotHaveDuplicates()
          .allMatch(numbers(1, 50)::contains);
    }
  }

  @Test
  void theRegionIsThatOfTheNation() {
    for (int seed = 0; seed < DRAWS; seed++) {
      Parameters values = Parameters.random(Query.NATIONAL_MARKET_SHARE, seed, 1);
      if (values.get("nation").equals("EGYPT")) {
        assertThat(values.get("region")).isEqualTo("MIDDLE EAST");
      }
      if (values.get("nation").equals("BRAZIL")) {
        assertThat(values.get("region")).isEqualTo("AMERICA");
      }
    }
  }

  @Test
  void someDomainsDependOnTheScale() {
    assertThat(Parameters.validation(Query.IMPORTANT_STOCK, 1).get("fraction")).isEqualTo("0.0001");
    assertThat(Parameters.random(Query.IMPORTANT_STOCK, 1, 0.01).get("fraction")).isEqualTo("0.01");
    assertThat(Parameters.validation(Query.IMPORTANT_STOCK, 300).get("fraction"))
        .startsWith("0.000000333");
    Set<String> clerks = new HashSet<>();
    for (int seed = 0; seed < DRAWS; seed++) {
      clerks.add(Parameters.random(Query.SALES_CLERK_PERFORMANCE, seed, 0.003).get("clerk"));
    }
    assertThat(clerks)
        .isEqualTo(Set.copyOf(List.of("Clerk#000000001", "Clerk#000000002", "Clerk#000000003")));
  }

  private static Set<String> drawn(Query query, String name) {
    Set<String> values = new HashSet<>();
    for (int seed = 0; seed < DRAWS; seed++) {
      values.add(Parameters.random(query, seed, 1).get(name));
    }
    return values;
  }

  private static Set<String> numbers(int least, int most) {
    Set<String> numbers = new HashSet<>();
    for (int number = least; number <= most; number++) {
      numbers.add(Integer.toString(number));
    }
    return numbers;
  }

  private static Set<String> dates(LocalDate first, int count, int monthsBetween) {
    Set<String> dates = new HashSet<>();
    for (int i = 0; i < count; i++) {
      dates.add(first.plusMonths((long) i * monthsBetween).toString());
    }
    return dates;
  }
}
