package io.argosy.tpcd.bundling;

import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.run.SessionSetting;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The values of {@code argosy.bundling}, after the schemes that Memik compares for smart disks. */
public enum Bundling {
  /** Every operation is a statement of its own, over temporary tables. */
  NONE("each operation by itself"),
  /** What the planner finds cheapest. */
  DEFAULT("as the planner wants it"),
  /** As few statements as can be. */
  ALL("everything in one");

  /** The queries of the comparison: those of the literature, by their numbers in TPC-H. */
  public static final List<Query> QUERIES =
      List.of(
          Query.PRICING_SUMMARY,
          Query.SHIPPING_PRIORITY,
          Query.FORECASTING_REVENUE_CHANGE,
          Query.SHIPPING_MODES,
          Query.CUSTOMER_DISTRIBUTION,
          Query.PARTS_SUPPLIER_RELATIONSHIP);

  private final String meaning;

  Bundling(String meaning) {
    this.meaning = meaning;
  }

  /** All values, as settings of a session. */
  public static List<SessionSetting> settings() {
    return Arrays.stream(values())
        .map(value -> new SessionSetting("argosy.bundling", value.toString()))
        .toList();
  }

  String meaning() {
    return meaning;
  }

  /** As the setting spells it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
