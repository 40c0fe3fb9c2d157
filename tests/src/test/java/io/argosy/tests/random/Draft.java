package io.argosy.tests.random;

import io.argosy.tests.differential.Parameter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What one statement needs while it is being written: its choices, fresh names, its parameters, and
 * a budget that keeps it small. Not thread-safe.
 */
final class Draft {
  private static final char MARK = '\u0001';

  /** Names of Argosy's own, and texts that stand for its parts of plans, as names. */
  private static final List<String> OWN_NAMES =
      List.of(
          "argosy_row",
          "argosy_rows",
          "argosy_partial",
          "argosy_groups",
          "pg_temp",
          "\"@share(1)@\"",
          "\"@type(1)@\"",
          "\"pg_temp.argosy_stage_1\"",
          "\"$1\"");

  private static final List<String> OWN_PREFIXES =
      List.of("argosy_stage_", "argosy_part_", "argosy_key_", "argosy_sort_", "g", "p");

  /** What results may be like. */
  private enum Results {
    /** Equal values of one column have the same text. */
    SHOWN,
    /** Equal values of all columns of a kind have the same text. */
    UNPADDED,
    LOOSE
  }

  private final Choices choices;
  private final List<Table> tables;
  private final boolean withParameters;
  private final List<Parameter> parameters = new ArrayList<>();
  private final List<Query> commonTables = new ArrayList<>();
  private final Set<String> used = new HashSet<>();
  private final Set<String> reserved = new HashSet<>();
  private final Set<String> ownNames = new HashSet<>();
  private boolean constantsOnly;
  private Results results = Results.SHOWN;
  private int names;
  private int sourcesLeft;

  Draft(Choices choices, List<Table> tables) {
    this.choices = choices;
    this.tables = tables;
    this.withParameters = choices.chance(15);
    this.sourcesLeft = choices.pick(2, 3, 5, 9);
  }

  Choices choices() {
    return choices;
  }

  /** The tables that may be read once more. */
  List<Table> tables() {
    return tables.stream().filter(table -> !reserved.contains(table.name())).toList();
  }

  /** A name that is not in the query yet, now and then one like those that plans are made of. */
  String name(String prefix) {
    names++;
    if (choices.chance(4)) {
      String name = choices.pick(OWN_NAMES);
      if (ownNames.add(name)) {
        return name;
      }
      return choices.pick(OWN_PREFIXES) + names;
    }
    return prefix + names;
  }

  /**
   * Keeps a table for one place, where neither it nor its columns need a qualifier.
   *
   * @return whether it has not been read elsewhere
   */
  boolean reserve(Table table) {
    return !used.contains(table.name())
        && table.columns().stream().allMatch(column -> column.text().contains("_"))
        && reserved.add(table.name());
  }

  void use(Table table) {
    used.add(table.name());
  }

  boolean roomFor(int sources) {
    return sourcesLeft >= sources;
  }

  void useSource() {
    sourcesLeft--;
  }

  /** Common tables that the query being written may read. */
  List<Query> commonTables() {
    return commonTables;
  }

  /**
   * Runs with parameters written as literals: two parameters are never the same expression, also
   * where SQL asks for the same one.
   */
  <T> T withoutParameters(Supplier<T> part) {
    boolean before = constantsOnly;
    constantsOnly = true;
    try {
      return part.get();
    } finally {
      constantsOnly = before;
    }
  }

  /**
   * Runs with columns of char(n) read as text where they are results: which of the equal rows of
   * two branches a set operation returns depends on PostgreSQL's estimates, and 'a' equals 'a '.
   */
  <T> T unpadded(Supplier<T> part) {
    return with(Results.UNPADDED, part);
  }

  /**
   * Runs with results whose equal values may have different texts. Only what knows the form of
   * their columns may read them.
   */
  <T> T loosely(Supplier<T> part) {
    return with(Results.LOOSE, part);
  }

  /** Runs with results whose equal values have the same text. */
  <T> T exactly(Supplier<T> part) {
    return with(loose() ? Results.UNPADDED : results, part);
  }

  /** Whether results may have equal values with different texts. */
  boolean loose() {
    return results == Results.LOOSE;
  }

  private <T> T with(Results wanted, Supplier<T> part) {
    Results before = results;
    results = wanted;
    try {
      return part.get();
    } finally {
      results = before;
    }
  }

  /** A column as it is written in a list of results. */
  Column result(Column column) {
    boolean kept =
        switch (results) {
          case LOOSE -> true;
          case SHOWN -> column.form() != Form.LOOSE;
          case UNPADDED -> false;
        };
    return kept ? column : column.exact();
  }

  static boolean isParameter(String text) {
    return text.indexOf(MARK) >= 0;
  }

  /** A literal, or a parameter with its value. */
  String constant(Kind kind, String literal) {
    if (!withParameters
        || constantsOnly
        || literal.contains("NULL")
        || kind == Kind.DATE
        || !choices.chance(40)) {
      return literal;
    }
    String value = kind == Kind.TEXT ? literal.substring(1, literal.length() - 1) : literal;
    if (kind == Kind.TEXT && (value.isEmpty() || value.contains(","))) {
      return literal;
    }
    parameters.add(new Parameter(kind.type(), value));
    return "" + MARK + (parameters.size() - 1) + MARK;
  }

  /** The text with its parameters as the driver wants them, and their values in that order. */
  Finished finish(String text) {
    StringBuilder sql = new StringBuilder();
    List<Parameter> ordered = new ArrayList<>();
    String[] pieces = text.split(String.valueOf(MARK), -1);
    for (int i = 0; i < pieces.length; i++) {
      if (i % 2 == 0) {
        sql.append(pieces[i]);
      } else {
        sql.append('?');
        ordered.add(parameters.get(Integer.parseInt(pieces[i])));
      }
    }
    return new Finished(sql.toString(), List.copyOf(ordered));
  }

  /** A statement's text with question marks, and the values for them. */
  record Finished(String sql, List<Parameter> parameters) {}
}
