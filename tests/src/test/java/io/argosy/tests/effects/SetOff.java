package io.argosy.tests.effects;

import java.util.List;
import java.util.stream.Stream;

/**
 * Something that PostgreSQL does because of a statement, and how it comes to be there.
 *
 * @param name a word for it
 * @param definitions the statements that make it, after the tables {@code t}, {@code x}, {@code
 *     log} and {@code src}
 * @param declarations calls that only Argosy knows
 * @param columns further columns of {@code t}, each behind a comma
 * @param target the relation that statements name: {@code t}, or a view of it
 * @param other whether it reads or writes another table, whose placement then matters
 * @param role who runs the statements
 * @param session what the session says before its statements
 */
record SetOff(
    String name,
    List<String> definitions,
    List<String> declarations,
    String columns,
    String target,
    boolean other,
    String role,
    List<String> session) {

  static SetOff of(String name, String... definitions) {
    return new SetOff(name, List.of(definitions), List.of(), "", "t", false, "postgres", List.of());
  }

  /** The same with one more definition. */
  SetOff with(String definition) {
    List<String> more = Stream.concat(definitions.stream(), Stream.of(definition)).toList();
    return new SetOff(name, more, declarations, columns, target, other, role, session);
  }

  SetOff declaring(String call) {
    return new SetOff(name, definitions, List.of(call), columns, target, other, role, session);
  }

  SetOff withColumns(String more) {
    return new SetOff(name, definitions, declarations, more, target, other, role, session);
  }

  SetOff on(String view) {
    return new SetOff(name, definitions, declarations, columns, view, other, role, session);
  }

  SetOff usingOther() {
    return new SetOff(name, definitions, declarations, columns, target, true, role, session);
  }

  SetOff as(String user, String... said) {
    return new SetOff(name, definitions, declarations, columns, target, other, user, List.of(said));
  }

  /** Where the other table's rows can be, as far as it matters. */
  List<Place> others() {
    return other ? List.of(Place.values()) : List.of(Place.REPLICATED);
  }

  @Override
  public String toString() {
    return name;
  }
}
