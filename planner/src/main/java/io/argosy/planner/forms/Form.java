package io.argosy.planner.forms;

import io.argosy.planner.movement.BoundQuery;
import io.argosy.planner.movement.Context;
import java.util.List;
import java.util.function.BiFunction;

/** A way to write a query otherwise, with the same result, that might be answered better. */
public interface Form {
  /** In words, for EXPLAIN. */
  String name();

  /** The query in this form, or why it has none. Several where the form fits at several places. */
  List<Rewrite> rewrite(BoundQuery query, Context context);

  /** A form that fits at one place. */
  static Form of(String name, BiFunction<BoundQuery, Context, Rewrite> rewrite) {
    return ofPlaces(name, (query, context) -> List.of(rewrite.apply(query, context)));
  }

  /** A form that may fit at several places. */
  static Form ofPlaces(String name, BiFunction<BoundQuery, Context, List<Rewrite>> rewrite) {
    return new Form() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public List<Rewrite> rewrite(BoundQuery query, Context context) {
        return rewrite.apply(query, context);
      }
    };
  }
}
