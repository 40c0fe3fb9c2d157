package io.argosy.tests.random;

/** The kinds of constructs, which contain each other, over one draft. */
final class Grammar {
  private final Draft draft;
  private final Nesting nesting;
  private final Expressions expressions;
  private final Predicates predicates;
  private final Aggregates aggregates;
  private final Windows windows;
  private final Subqueries subqueries;
  private final Sources sources;
  private final Joins joins;
  private final Ordering ordering;
  private final Blocks blocks;
  private final Queries queries;
  private final Recursion recursion;
  private final Guises guises;
  private final Mixtures mixtures;
  private final Constants constants;
  private final Unions unions;
  private final NamedJoins namedJoins;

  Grammar(Draft draft) {
    this.draft = draft;
    nesting = new Nesting(draft);
    expressions = new Expressions(this);
    predicates = new Predicates(this);
    aggregates = new Aggregates(this);
    windows = new Windows(this);
    subqueries = new Subqueries(this);
    sources = new Sources(this);
    joins = new Joins(this);
    ordering = new Ordering(this);
    blocks = new Blocks(this);
    queries = new Queries(this);
    recursion = new Recursion(this);
    guises = new Guises(this);
    mixtures = new Mixtures(this);
    constants = new Constants(this);
    unions = new Unions(this);
    namedJoins = new NamedJoins(this);
  }

  Draft draft() {
    return draft;
  }

  Nesting nesting() {
    return nesting;
  }

  Expressions expressions() {
    return expressions;
  }

  Predicates predicates() {
    return predicates;
  }

  Aggregates aggregates() {
    return aggregates;
  }

  Windows windows() {
    return windows;
  }

  Subqueries subqueries() {
    return subqueries;
  }

  Sources sources() {
    return sources;
  }

  Joins joins() {
    return joins;
  }

  Ordering ordering() {
    return ordering;
  }

  Blocks blocks() {
    return blocks;
  }

  Queries queries() {
    return queries;
  }

  Recursion recursion() {
    return recursion;
  }

  Guises guises() {
    return guises;
  }

  Mixtures mixtures() {
    return mixtures;
  }

  Constants constants() {
    return constants;
  }

  Unions unions() {
    return unions;
  }

  NamedJoins namedJoins() {
    return namedJoins;
  }
}
