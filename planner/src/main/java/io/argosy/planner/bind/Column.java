package io.argosy.planner.bind;

/**
 * A column of a source.
 *
 * @param index from 0
 */
public record Column(Source source, int index) {
  /** Its name. */
  public String name() {
    return source.columns().get(index);
  }

  /** Its type as {@code format_type} prints it; empty if it is not known. */
  public String type() {
    return source.type(index);
  }

  @Override
  public String toString() {
    return source.alias() + "." + name();
  }
}
