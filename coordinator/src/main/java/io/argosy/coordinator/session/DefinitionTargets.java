package io.argosy.coordinator.session;

import io.argosy.planner.parse.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The relations that a DDL statement is about, where its grammar says so: DROP, TRUNCATE, ALTER,
 * CREATE INDEX and COMMENT. Temporary ones of them exist on the home node only.
 */
final class DefinitionTargets {
  private static final Set<String> RELATIONS =
      Set.of("table", "view", "sequence", "index", "materialized", "foreign");

  /**
   * @param start offset of the name
   * @param end offset behind it
   */
  private record Name(List<String> parts, int start, int end) {
    boolean isTemporary(Set<String> temporary) {
      return parts.size() == 1
          ? temporary.contains(parts.getFirst())
          : parts.getFirst().equals("pg_temp") && temporary.contains(parts.get(1));
    }
  }

  private final SqlStatement statement;
  private final List<Name> names = new ArrayList<>();

  DefinitionTargets(SqlStatement statement) {
    this.statement = statement;
    switch (statement.word(0)) {
      case "drop", "alter" -> {
        if (RELATIONS.contains(statement.word(1))) {
          readNames(2);
        }
      }
      case "truncate" -> readNames(1);
      case "comment" -> {
        if (RELATIONS.contains(statement.word(2)) || statement.word(2).equals("column")) {
          readNames(3);
        }
      }
      case "create" -> readIndexedTable();
      default -> {}
    }
  }

  private void readIndexedTable() {
    List<Token> tokens = statement.tokens();
    if (!statement.word(1).equals("index") && !statement.word(2).equals("index")) {
      return;
    }
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).isWord("on")) {
        readNames(i + 1);
        return;
      }
    }
  }

  /** Reads a list of names, behind words that may stand before it. */
  private void readNames(int from) {
    List<Token> tokens = statement.tokens();
    int at = from;
    while (at < tokens.size()
        && Set.of("view", "table", "if", "exists", "only", "concurrently")
            .contains(statement.word(at))) {
      at++;
    }
    while (at < tokens.size()) {
      int start = at;
      List<String> parts = new ArrayList<>(List.of(tokens.get(at).value()));
      while (at + 2 < tokens.size() && tokens.get(at + 1).isSymbol(".")) {
        parts.add(tokens.get(at + 2).value());
        at += 2;
      }
      names.add(new Name(parts, tokens.get(start).start(), tokens.get(at).end()));
      if (at + 2 >= tokens.size() || !tokens.get(at + 1).isSymbol(",")) {
        return;
      }
      at += 2;
    }
  }

  /**
   * The statement for the nodes that have no temporary relations: the same without those; empty
   * when nothing is left of it.
   *
   * @param temporary the names of the session's temporary relations
   */
  String withoutTemporary(Set<String> temporary) {
    List<Name> kept = names.stream().filter(name -> !name.isTemporary(temporary)).toList();
    if (kept.size() == names.size()) {
      return statement.sql();
    }
    if (kept.isEmpty()) {
      return "";
    }
    String sql = statement.sql();
    StringBuilder list = new StringBuilder(sql.substring(0, names.getFirst().start()));
    for (Name name : kept) {
      list.append(name == kept.getFirst() ? "" : ", ").append(sql, name.start(), name.end());
    }
    return list.append(sql.substring(names.getLast().end())).toString();
  }
}
