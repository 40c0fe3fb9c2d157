package io.argosy.planner.facts;

/** PostgreSQL's function volatility categories. */
public enum Volatility {
  IMMUTABLE,
  STABLE,
  VOLATILE
}
