package io.argosy.tpcd.query;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The queries of one benchmark, numbered from 1 without gaps. */
public enum QuerySet {
  /** TPC-D's 17. */
  TPCD(
      Arrays.stream(Query.values())
          .filter(query -> query.number() <= 17 && query != Query.CUSTOMER_DISTRIBUTION)
          .toList()),
  /** TPC-H's 22. */
  TPCH(
      Arrays.stream(Query.values())
          .filter(query -> query != Query.SALES_CLERK_PERFORMANCE)
          .toList());

  private final List<Query> queries;

  QuerySet(List<Query> queries) {
    this.queries = queries;
  }

  /** The queries by number. */
  public List<Query> queries() {
    return queries;
  }

  /** The query with a number, if the set has one. */
  public Optional<Query> query(int number) {
    return queries.stream().filter(query -> query.number() == number).findFirst();
  }

  /** As options on the command line spell it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
