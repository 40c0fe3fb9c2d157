package io.argosy.planner.catalog;

/** PostgreSQL's function volatility categories. */
public enum Volatility {
  IMMUTABLE,
  STABLE,
  VOLATILE
}
