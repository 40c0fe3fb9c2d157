package io.argosy.sql.parse;

import io.argosy.sql.lexer.TokenList;
import io.argosy.sql.lexer.UnreadableException;
import java.util.ArrayList;
import java.util.List;

/** Reads an UPDATE or DELETE as a SELECT over the same tables and what makes it a modification. */
final class ModificationBridge {
  private final TokenList tokens;
  private final QueryBridge queries;
  private final boolean update;

  ModificationBridge(TokenList tokens, QueryBridge queries) {
    this.tokens = tokens;
    this.queries = queries;
    this.update = tokens.word(0, "update");
  }

  /**
   * @param select text for Calcite
   */
  record Bridged(String select, Modification modification) {}

  static boolean starts(TokenList tokens) {
    return tokens.word(0, "update") || tokens.word(0, "delete") && tokens.word(1, "from");
  }

  Bridged bridge() {
    int start = update ? 1 : 2;
    int end = tokens.size();
    int returning = indexOr(tokens.find(start, end, "returning"), end);
    int where = indexOr(tokens.find(start, returning, "where"), returning);
    int others = indexOr(tokens.find(start, where, update ? "from" : "using"), where);
    int set = update ? tokens.find(start, others, "set") : others;
    if (set < 0 || tokens.word(start, "only") || tokens.word(where + 1, "current")) {
      throw new UnreadableException("the target");
    }
    List<String> items = new ArrayList<>();
    List<List<String>> assigned = new ArrayList<>();
    for (int from = set + 1; update && from < others; ) {
      int to = endOfItem(from, others);
      assignment(from, to, items, assigned);
      from = to + 1;
    }
    int returned = 0;
    for (int from = returning + 1; from < end; ) {
      int to = endOfItem(from, end);
      items.add(queries.sequence(from, to));
      returned++;
      from = to + 1;
    }
    String list = items.isEmpty() ? "1" : String.join(", ", items);
    String tables = queries.tables(start, set);
    boolean hasOthers = others < where;
    if (hasOthers) {
      tables += ", " + queries.tables(others + 1, where);
    }
    String select = "SELECT " + list + " FROM " + tables;
    if (where < returning) {
      select += " WHERE " + queries.sequence(where + 1, returning);
    }
    Modification.Verb verb = update ? Modification.Verb.UPDATE : Modification.Verb.DELETE;
    return new Bridged(
        select, new Modification(verb, target(start), assigned, hasOthers, returned));
  }

  private static int indexOr(int index, int otherwise) {
    return index < 0 ? otherwise : index;
  }

  private List<String> target(int start) {
    List<String> names = new ArrayList<>(List.of(tokens.at(start).value()));
    for (int i = start + 1; tokens.symbol(i, "."); i += 2) {
      names.add(tokens.at(i + 1).value());
    }
    return names;
  }

  private int endOfItem(int from, int to) {
    for (int i = from; i < to; i = tokens.skip(i)) {
      if (tokens.symbol(i, ",")) {
        return i;
      }
    }
    return to;
  }

  private void assignment(int from, int to, List<String> items, List<List<String>> assigned) {
    int equals = tokens.skip(from);
    if (!tokens.symbol(equals, "=") || tokens.word(equals + 1, "default")) {
      throw new UnreadableException("an assignment");
    }
    List<String> columns = new ArrayList<>();
    if (tokens.symbol(from, "(")) {
      for (int i = from + 1; i < tokens.close(from); i += 2) {
        columns.add(tokens.at(i).value());
      }
    } else {
      columns.add(tokens.at(from).value());
    }
    assigned.add(columns);
    items.add(queries.sequence(equals + 1, to));
  }
}
