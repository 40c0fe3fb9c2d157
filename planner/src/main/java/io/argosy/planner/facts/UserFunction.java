package io.argosy.planner.facts;

import java.util.List;
import java.util.Set;

/**
 * A function outside pg_catalog that a statement calls.
 *
 * @param schema its schema
 * @param name its name
 * @param volatility PostgreSQL's provolatile
 * @param declaredSafe whether its owner has declared that it gives the same result on every node
 * @param staysHome whether it comes to no table that other nodes have rows of, defines nothing that
 *     they had to know, and leaves nothing in its session
 * @param changesSettings whether it may change settings of its session
 * @param aggregate whether it is an aggregate
 * @param reads the relations that a BEGIN ATOMIC body refers to, with those of views resolved; null
 *     when the body is text, which may read anything
 * @param builtins the functions of pg_catalog that its body calls, by itself or by others, and that
 *     are not IMMUTABLE; none where somebody vouches for it
 */
public record UserFunction(
    String schema,
    String name,
    Volatility volatility,
    boolean declaredSafe,
    boolean staysHome,
    boolean changesSettings,
    boolean aggregate,
    List<Relation> reads,
    Set<String> builtins) {
  /** A function that is not an aggregate. */
  public UserFunction(
      String schema,
      String name,
      Volatility volatility,
      boolean declaredSafe,
      List<Relation> reads) {
    this(schema, name, volatility, declaredSafe, false, false, false, reads, Set.of());
  }

  /** The same, for what may call PostgreSQL's functions on any node. */
  public UserFunction withoutBuiltins() {
    return new UserFunction(
        schema,
        name,
        volatility,
        declaredSafe,
        staysHome,
        changesSettings,
        aggregate,
        reads,
        Set.of());
  }
}
