package io.argosy.coordinator.statement;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The objects that a DDL or utility statement is about, where its grammar names them: those that it
 * changes, not those that it makes, and not what their definitions refer to.
 */
public final class DefinitionTargets {
  /** How the home node finds the object of a name. */
  enum Kind {
    /** A table, view, index or sequence: temporary ones hide others of their name. */
    RELATION,
    /** A type or domain: the same. */
    TYPE,
    /** A statistics object, which is as temporary as its table. */
    STATISTICS,
    /** A function, an operator and their like: temporary ones are found with their schema only. */
    QUALIFIED,
    SCHEMA
  }

  /**
   * @param parts the name, the schema first if there is one
   * @param start offset of the name, and of what belongs to it in its list
   * @param end offset behind it
   */
  public record Name(Kind kind, List<String> parts, int start, int end) {
    /** The name without its schema. */
    public String last() {
      return parts.getLast();
    }

    /** It as SQL. */
    public String sql() {
      return parts.stream().map(Identifiers::quote).collect(Collectors.joining("."));
    }
  }

  private static final Set<String> BEFORE_NAME =
      Set.of("if", "exists", "not", "concurrently", "verbose", "full", "freeze", "analyze");

  /** What is in no schema: no temporary object can be meant. */
  private static final Set<String> WITHOUT_SCHEMA =
      Set.of(
          "access",
          "cast",
          "database",
          "default",
          "event",
          "group",
          "language",
          "large",
          "parameter",
          "procedural",
          "publication",
          "role",
          "schema",
          "server",
          "subscription",
          "system",
          "tablespace",
          "transform",
          "trusted",
          "user");

  private final SqlStatement statement;
  private final List<Token> tokens;
  private final List<Name> names = new ArrayList<>();
  private boolean understood = true;

  public DefinitionTargets(SqlStatement statement) {
    this.statement = statement;
    this.tokens = statement.tokens();
    switch (statement.word(0)) {
      case "drop" -> readObjects(1, true);
      case "alter" -> readObjects(1, false);
      case "truncate", "lock" -> readNames(Kind.RELATION, word(1, "table") ? 2 : 1, true);
      case "vacuum", "analyze", "analyse" -> readNames(Kind.RELATION, behindOptions(1), true);
      case "cluster" -> readClustered();
      case "reindex" -> readReindexed();
      case "refresh" -> readNames(Kind.RELATION, 3, false);
      case "comment" -> readObjects(2, false);
      case "security" -> readObjects(first("on", 1) + 1, false);
      case "grant", "revoke" -> readGranted();
      case "create" -> readCreated();
      case "import", "reassign" -> {}
      default -> understood = false;
    }
  }

  /** Whether the statement's form is one whose objects are known. */
  public boolean understood() {
    return understood;
  }

  /** The names in their order. */
  public List<Name> names() {
    return List.copyOf(names);
  }

  /**
   * The relations whose columns or types the statement writes down as they are now: LIKE in CREATE
   * TABLE, and %TYPE. PostgreSQL does not remember them.
   */
  public List<Name> copied() {
    List<Name> copied = new ArrayList<>();
    for (int i = 1; i + 1 < tokens.size(); i++) {
      boolean element = tokens.get(i - 1).isSymbol("(") || tokens.get(i - 1).isSymbol(",");
      if (word(i, "like") && element) {
        copied.add(nameAt(i + 1));
      } else if (tokens.get(i).isSymbol("%") && word(i + 1, "type")) {
        copied.add(tableOf(nameAt(startOfName(i - 1))));
      }
    }
    return copied;
  }

  private int startOfName(int end) {
    int at = end;
    while (at >= 2 && tokens.get(at - 1).isSymbol(".")) {
      at -= 2;
    }
    return at;
  }

  /** Reads the objects behind the words that say of what kind they are. */
  private void readObjects(int at, boolean list) {
    switch (statement.word(at)) {
      case "table" -> {
        if (!word(at + 1, "all")) {
          readNames(Kind.RELATION, at + 1, list);
        }
      }
      case "view", "sequence", "index" -> readNames(Kind.RELATION, at + 1, list);
      case "materialized" -> readNames(Kind.RELATION, at + 2, list);
      case "foreign" -> {
        if (word(at + 1, "table")) {
          readNames(Kind.RELATION, at + 2, list);
        }
      }
      case "column" -> readColumn(at + 1);
      case "type", "domain" -> readNames(Kind.TYPE, at + 1, list);
      case "statistics" -> readNames(Kind.STATISTICS, at + 1, list);
      case "function", "procedure", "routine", "aggregate", "collation", "conversion" ->
          readNames(Kind.QUALIFIED, at + 1, list);
      case "operator" ->
          readNames(
              Kind.QUALIFIED,
              word(at + 1, "class") || word(at + 1, "family") ? at + 2 : at + 1,
              list);
      case "text" -> readNames(Kind.QUALIFIED, at + 3, list);
      case "trigger", "rule", "policy", "constraint" -> readOwner(at + 1);
      default -> understood = WITHOUT_SCHEMA.contains(statement.word(at)) || word(at, "owned");
    }
  }

  /** Of what belongs to a table or domain, the statement says behind ON to which. */
  private void readOwner(int at) {
    int on = first("on", at);
    boolean domain = word(on + 1, "domain");
    readNames(domain ? Kind.TYPE : Kind.RELATION, domain ? on + 2 : on + 1, false);
  }

  private void readColumn(int at) {
    if (at < tokens.size()) {
      names.add(tableOf(nameAt(at)));
    }
  }

  private static Name tableOf(Name column) {
    int table = Math.max(1, column.parts().size() - 1);
    return new Name(Kind.RELATION, column.parts().subList(0, table), column.start(), column.end());
  }

  private Name nameAt(int from) {
    List<String> parts = new ArrayList<>(List.of(tokens.get(from).value()));
    int at = from;
    while (at + 2 < tokens.size() && tokens.get(at + 1).isSymbol(".")) {
      parts.add(tokens.get(at + 2).value());
      at += 2;
    }
    return new Name(Kind.RELATION, parts, tokens.get(from).start(), tokens.get(at).end());
  }

  /** CLUSTER table [USING index], or as it was: CLUSTER index ON table. */
  private void readClustered() {
    int at = behindOptions(1);
    int on = first("on", at);
    readNames(Kind.RELATION, on < tokens.size() ? on + 1 : at, false);
  }

  private void readReindexed() {
    int at = behindOptions(1);
    switch (statement.word(at)) {
      case "table", "index" -> readNames(Kind.RELATION, at + 1, false);
      case "schema" -> readNames(Kind.SCHEMA, at + 1, false);
      case "database", "system" -> {}
      default -> understood = false;
    }
  }

  private void readGranted() {
    int on = first("on", 1);
    int at = on + 1;
    switch (statement.word(at)) {
      case "" -> {
        if (at < tokens.size()) {
          readNames(Kind.RELATION, at, true);
        }
      }
      case "table", "sequence" -> readNames(Kind.RELATION, at + 1, true);
      case "type", "domain" -> readNames(Kind.TYPE, at + 1, true);
      case "function", "procedure", "routine" -> readNames(Kind.QUALIFIED, at + 1, true);
      case "all" -> readNames(Kind.SCHEMA, first("schema", at) + 1, true);
      case "foreign", "database", "language", "large", "parameter", "schema", "tablespace" -> {}
      default -> readNames(Kind.RELATION, at, true);
    }
  }

  /** What is made for a table or view; what is made by itself is nothing that was there. */
  private void readCreated() {
    int at = 1;
    while (Set.of("or", "replace", "unique", "constraint").contains(statement.word(at))) {
      at++;
    }
    switch (statement.word(at)) {
      case "index", "trigger", "policy" -> readNames(Kind.RELATION, first("on", at) + 1, false);
      case "rule" -> readNames(Kind.RELATION, first("to", at) + 1, false);
      case "statistics" -> readNames(Kind.RELATION, last("from") + 1, false);
      default -> {}
    }
  }

  /** Behind options in parentheses. */
  private int behindOptions(int at) {
    return at < tokens.size() && tokens.get(at).isSymbol("(") ? closing(at) + 1 : at;
  }

  /**
   * Reads a name, or a list of them, behind words that may stand before it.
   *
   * @param list whether there may be more than one
   */
  private void readNames(Kind kind, int from, boolean list) {
    int at = from;
    while (BEFORE_NAME.contains(statement.word(at))) {
      at++;
    }
    while (at < tokens.size()) {
      int behind = readName(kind, at);
      if (!list || behind >= tokens.size() || !tokens.get(behind).isSymbol(",")) {
        return;
      }
      at = behind + 1;
    }
  }

  /** Reads {@code [ ONLY ] name [ * ] [ (..) ]}; gives the index behind it. */
  private int readName(Kind kind, int from) {
    boolean only = word(from, "only");
    boolean enclosed = only && from + 1 < tokens.size() && tokens.get(from + 1).isSymbol("(");
    int at = from + (only ? 1 : 0) + (enclosed ? 1 : 0);
    if (at >= tokens.size()) {
      return at;
    }
    List<String> parts = nameAt(at).parts();
    at += 2 * parts.size() - 1;
    if (enclosed || at < tokens.size() && tokens.get(at).isSymbol("*")) {
      at++;
    }
    if (at < tokens.size() && tokens.get(at).isSymbol("(")) {
      at = closing(at) + 1;
    }
    int end = tokens.get(Math.min(at, tokens.size()) - 1).end();
    names.add(new Name(kind, parts, tokens.get(from).start(), end));
    return at;
  }

  private int closing(int open) {
    return Math.min(Brackets.closing(tokens, open), tokens.size() - 1);
  }

  private boolean word(int index, String word) {
    return statement.word(index).equals(word);
  }

  private int first(String word, int from) {
    int at = from;
    while (at < tokens.size() && !tokens.get(at).isWord(word)) {
      at++;
    }
    return at;
  }

  private int last(String word) {
    int at = tokens.size() - 1;
    while (at > 0 && !tokens.get(at).isWord(word)) {
      at--;
    }
    return at;
  }

  /** The statement without some of the names; empty when nothing is left of it. */
  public String without(Predicate<Name> left) {
    List<Name> kept = names.stream().filter(left.negate()).toList();
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
