package io.argosy.coordinator.statement.procedural;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The variables that a statement of a block can name. Used by one thread. */
final class Scope {
  /** Names that each table has for columns, or that a list of values has. */
  private static final Set<String> COLUMNS =
      Set.of("ctid", "xmin", "xmax", "cmin", "cmax", "tableoid", "oid");

  /** Words that mean something else in SQL: PostgreSQL's reserved ones. */
  private static final Set<String> RESERVED =
      Set.of(
          ("all analyse analyze and any array as asc asymmetric both case cast check collate column"
                  + " constraint create current_catalog current_date current_role current_schema"
                  + " current_time current_timestamp current_user default deferrable desc distinct"
                  + " do else end except false fetch for foreign from grant group having in"
                  + " initially intersect into lateral leading limit localtime localtimestamp not"
                  + " null offset on only or order placing primary references returning select"
                  + " session_user some symmetric system_user table then to trailing true union"
                  + " unique user using variadic when where window with")
              .split(" "));

  private final Optional<Scope> outer;
  private final Map<String, Variable> variables = new HashMap<>();
  private final Set<String> labels = new HashSet<>();

  private Scope(Optional<Scope> outer) {
    this.outer = outer;
  }

  static Scope outermost() {
    return new Scope(Optional.empty());
  }

  Scope inner() {
    return new Scope(Optional.of(this));
  }

  void add(String name, Variable variable) {
    if (COLUMNS.contains(name)
        || RESERVED.contains(name)
        || name.startsWith("column")
        || name.indexOf('.') >= 0) {
      throw new UnsupportedCodeException("a variable that is called \"" + name + "\"");
    }
    variables.put(name, variable);
  }

  /** A block or a loop has a label, by which its variables can be named. */
  void label(Optional<String> label) {
    label.ifPresent(labels::add);
  }

  boolean hasLabel(String name) {
    return labels.contains(name) || outer.map(scope -> scope.hasLabel(name)).orElse(false);
  }

  Optional<Variable> find(String name) {
    Variable found = variables.get(name);
    return found != null ? Optional.of(found) : outer.flatMap(scope -> scope.find(name));
  }

  boolean has(String name) {
    return find(name).isPresent();
  }
}
