package io.argosy.coordinator.statement;

import io.argosy.coordinator.analysis.RowLocks;
import io.argosy.protocol.message.TypeOids;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.ModifyingVerbs;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.StatementSplitter;
import io.argosy.sql.lexer.Token;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * One statement of a client, and which part of the coordinator it is for. That is decided by its
 * leading words alone; what they mean in detail is PostgreSQL's to say.
 *
 * @param sql its text, without a closing semicolon
 * @param tokens the same in tokens
 * @param locksRows whether it has FOR UPDATE, FOR SHARE or their kind
 * @param marksBackend whether it calls a function that leaves something in the backend
 * @param callsSetConfig whether it calls a function of that name
 * @param callsNotify whether it calls pg_notify
 * @param asksForNumbers whether it calls currval or lastval
 * @param signals whether it stops other sessions
 */
public record SqlStatement(
    String sql,
    List<Token> tokens,
    StatementKind kind,
    boolean locksRows,
    boolean marksBackend,
    boolean callsSetConfig,
    boolean callsNotify,
    boolean asksForNumbers,
    boolean signals) {
  private static final Set<String> PLACEMENT_FUNCTIONS =
      Set.of(
          "create_distributed_table",
          "create_reference_table",
          "attach_distributed_table",
          "attach_reference_table",
          "detach_table",
          "declare_function_safe",
          "declare_placement",
          "declare_reference",
          "forget_placement_rule",
          "move_slots");

  /** The same of those that applications may have their own of: called by its schema only. */
  private static final String ADD_NODE = "add_node";

  /** Words that say what is made, before its name. */
  private static final Set<String> BEFORE_NAME =
      Set.of(
          "aggregate",
          "class",
          "collation",
          "configuration",
          "conversion",
          "dictionary",
          "domain",
          "exists",
          "family",
          "foreign",
          "function",
          "if",
          "materialized",
          "not",
          "operator",
          "or",
          "parser",
          "procedure",
          "recursive",
          "replace",
          "search",
          "sequence",
          "statistics",
          "table",
          "template",
          "text",
          "type",
          "unlogged",
          "view");

  /** Whether a text has more than one statement. */
  public static boolean areSeveral(String sql) {
    return StatementSplitter.split(sql).size() > 1;
  }

  public static SqlStatement of(String sql) {
    List<Token> tokens = SqlLexer.tokens(sql);
    return new SqlStatement(
        sql,
        tokens,
        kind(tokens),
        RowLocks.areIn(tokens),
        SessionFunctions.areCalledIn(tokens),
        SessionFunctions.setSettings(tokens),
        SessionFunctions.tell(tokens),
        SessionFunctions.askForNumbers(tokens),
        SessionFunctions.signal(tokens));
  }

  /** Whether it is the name of a function that the coordinator takes over. */
  public static boolean isPlacementFunction(String name) {
    return PLACEMENT_FUNCTIONS.contains(name) || name.equals(ADD_NODE);
  }

  /** Of a call that the coordinator takes over: whether it adds a node. */
  public boolean addsNode() {
    return kind == StatementKind.PLACEMENT
        && tokens.stream().anyMatch(token -> token.isWord(ADD_NODE));
  }

  /** Whether PostgreSQL takes a snapshot before it runs it. */
  public boolean takesSnapshot() {
    return kind.is(StatementKind.Property.TAKES_SNAPSHOT)
        || (kind == StatementKind.HOME && word(0).equals("declare"));
  }

  /**
   * Whether what it does where it runs may be more than reading, as far as its kind says. A query
   * writes if it calls a function that does.
   */
  public boolean mayWrite() {
    return kind.is(StatementKind.Property.MAY_WRITE);
  }

  /** Whether it empties tables, and changes nothing else that is known of them. */
  public boolean truncates() {
    return kind == StatementKind.DEFINITION && word(0).equals("truncate");
  }

  /** Whether what has been told before it would not be heard later. */
  public boolean endsListening() {
    return kind == StatementKind.BEGIN
        || kind == StatementKind.DISCARD
        || word(0).equals("unlisten");
  }

  /** The n-th word in lower case, or an empty string where there is no word. */
  public String word(int index) {
    return word(tokens, index);
  }

  private static String word(List<Token> tokens, int index) {
    return index < tokens.size() && tokens.get(index).kind() == Token.Kind.WORD
        ? tokens.get(index).value()
        : "";
  }

  private static StatementKind kind(List<Token> tokens) {
    if (tokens.isEmpty()) {
      return StatementKind.EMPTY;
    }
    if (tokens.getFirst().isSymbol("(")) {
      return StatementKind.QUERY;
    }
    return switch (word(tokens, 0)) {
      case "select" -> select(tokens);
      case "values", "table" -> StatementKind.QUERY;
      case "with" -> with(tokens);
      case "insert", "update", "delete", "merge" -> StatementKind.MODIFICATION;
      case "begin", "start" -> StatementKind.BEGIN;
      case "commit" ->
          word(tokens, 1).equals("prepared") ? StatementKind.TWO_PHASE : StatementKind.COMMIT;
      case "end" -> StatementKind.COMMIT;
      case "abort" -> StatementKind.ROLLBACK;
      case "rollback" -> rollback(tokens);
      case "savepoint" -> StatementKind.SAVEPOINT;
      case "release" -> StatementKind.RELEASE;
      case "prepare" ->
          word(tokens, 1).equals("transaction") ? StatementKind.TWO_PHASE : StatementKind.PREPARE;
      case "set" -> set(tokens);
      case "reset" -> StatementKind.RESET;
      case "show" -> StatementKind.SHOW;
      case "discard" -> StatementKind.DISCARD;
      case "explain" -> StatementKind.EXPLAIN;
      case "copy" -> StatementKind.COPY;
      case "execute" -> StatementKind.EXECUTE;
      case "deallocate" -> StatementKind.DEALLOCATE;
      case "create" -> create(tokens);
      case "drop", "alter" -> change(tokens);
      case "comment", "grant", "revoke", "security", "import", "reassign", "truncate", "refresh" ->
          StatementKind.DEFINITION;
      case "vacuum", "analyze", "analyse", "cluster", "checkpoint", "reindex" ->
          StatementKind.MAINTENANCE;
      default -> StatementKind.HOME;
    };
  }

  private static StatementKind select(List<Token> tokens) {
    int name = 1;
    if (name + 1 < tokens.size() && tokens.get(name + 1).isSymbol(".")) {
      name += 2;
    }
    boolean placement =
        PLACEMENT_FUNCTIONS.contains(word(tokens, name))
            || name > 1 && word(tokens, 1).equals("argosy") && word(tokens, name).equals(ADD_NODE);
    if (placement && name + 1 < tokens.size() && tokens.get(name + 1).isSymbol("(")) {
      return StatementKind.PLACEMENT;
    }
    return selectsInto(tokens) ? StatementKind.TABLE_FROM_QUERY : StatementKind.QUERY;
  }

  private static boolean selectsInto(List<Token> tokens) {
    int clause =
        Brackets.find(tokens, 0, i -> tokens.get(i).isWord("into") || tokens.get(i).isWord("from"));
    return clause < tokens.size() && tokens.get(clause).isWord("into");
  }

  private static StatementKind with(List<Token> tokens) {
    ModifyingVerbs verbs = ModifyingVerbs.of(tokens);
    if (verbs.within()) {
      return StatementKind.MODIFYING_WITH;
    }
    if (verbs.main().isPresent()) {
      return StatementKind.MODIFICATION;
    }
    return selectsInto(tokens) ? StatementKind.TABLE_FROM_QUERY : StatementKind.QUERY;
  }

  private static StatementKind rollback(List<Token> tokens) {
    if (word(tokens, 1).equals("prepared")) {
      return StatementKind.TWO_PHASE;
    }
    return contains(tokens, 3, "to") ? StatementKind.ROLLBACK_TO : StatementKind.ROLLBACK;
  }

  private static StatementKind set(List<Token> tokens) {
    return switch (word(tokens, 1)) {
      case "transaction" -> StatementKind.SET_TRANSACTION;
      case "session", "local" ->
          word(tokens, 2).equals("transaction") ? StatementKind.SET_TRANSACTION : StatementKind.SET;
      case "constraints" -> StatementKind.SET_CONSTRAINTS;
      default -> StatementKind.SET;
    };
  }

  /** The index of the word behind CREATE [ OR REPLACE ]. */
  public static int behindCreate(List<Token> tokens) {
    return word(tokens, 1).equals("or") ? 3 : 1;
  }

  private static StatementKind create(List<Token> tokens) {
    int modifier = behindCreate(tokens);
    if (word(tokens, modifier).equals("global") || word(tokens, modifier).equals("local")) {
      modifier++;
    }
    boolean temporary =
        word(tokens, modifier).equals("temp") || word(tokens, modifier).equals("temporary");
    if (temporary || namesTemporary(tokens)) {
      return contains(tokens, 5, "table") && createsFromQuery(tokens)
          ? StatementKind.TABLE_FROM_QUERY
          : StatementKind.TEMPORARY;
    }
    if (contains(tokens, 5, "concurrently")
        || contains(tokens, 2, "database")
        || contains(tokens, 2, "tablespace")) {
      return StatementKind.MAINTENANCE;
    }
    if (word(tokens, 1).equals("materialized")) {
      return StatementKind.TABLE_FROM_QUERY;
    }
    boolean table = word(tokens, 1).equals("table") || word(tokens, 1).equals("unlogged");
    return table && createsFromQuery(tokens)
        ? StatementKind.TABLE_FROM_QUERY
        : StatementKind.DEFINITION;
  }

  private static StatementKind change(List<Token> tokens) {
    // ALTER TABLE .. DETACH PARTITION .. CONCURRENTLY has it at its end.
    if (contains(tokens, 3, "concurrently")
        || (tokens.getLast().isWord("concurrently") && detaches(tokens))
        || contains(tokens, 2, "database")
        || contains(tokens, 2, "tablespace")
        || contains(tokens, 2, "system")) {
      return StatementKind.MAINTENANCE;
    }
    return StatementKind.DEFINITION;
  }

  private static boolean detaches(List<Token> tokens) {
    return word(tokens, 1).equals("table") && tokens.stream().anyMatch(t -> t.isWord("detach"));
  }

  /** Whether the object's name, which follows words that say what it is, is one of pg_temp. */
  private static boolean namesTemporary(List<Token> tokens) {
    int name = 1;
    while (BEFORE_NAME.contains(word(tokens, name)) && !isQualifier(tokens, name)) {
      name++;
    }
    return isQualifier(tokens, name) && isTemporarySchema(tokens.get(name).value());
  }

  private static boolean isQualifier(List<Token> tokens, int at) {
    return at + 1 < tokens.size() && tokens.get(at + 1).isSymbol(".");
  }

  /** Whether it is the name of a schema of temporary objects. */
  public static boolean isTemporarySchema(String name) {
    return name.equals("pg_temp") || name.startsWith("pg_temp_");
  }

  /** Whether CREATE TABLE goes on with AS and a query. */
  private static boolean createsFromQuery(List<Token> tokens) {
    return Brackets.find(tokens, 0, "as") + 1 < tokens.size();
  }

  /** Whether it is DDL of a large object: those that there are live on the home node. */
  public boolean concernsLargeObject() {
    for (int i = 1; i + 1 < tokens.size(); i++) {
      if (tokens.get(i).isWord("large") && tokens.get(i + 1).isWord("object")) {
        Token before = tokens.get(i - 1);
        return before.isWord("on") || before.isWord("alter");
      }
    }
    return false;
  }

  /** Whether it is DDL that keeps the constants in it: defaults, conditions, views. */
  public boolean keepsConstants() {
    return (word(0).equals("create") || word(0).equals("alter"))
        && (contains(tokens, 6, "table")
            || contains(tokens, 6, "view")
            || contains(tokens, 6, "domain"));
  }

  private static boolean contains(List<Token> tokens, int within, String word) {
    for (int i = 0; i < Math.min(within, tokens.size()); i++) {
      if (tokens.get(i).isWord(word)) {
        return true;
      }
    }
    return false;
  }

  /** Where the query of a DECLARE begins; nowhere in one that has none. */
  public OptionalInt declaredQueryStart() {
    for (int i = 0; i + 1 < tokens.size(); i++) {
      if (tokens.get(i).isWord("for")) {
        return OptionalInt.of(tokens.get(i + 1).start());
      }
    }
    return OptionalInt.empty();
  }

  /** The types of its parameters: those that the client gave, text for the others. */
  public int[] typesOrText(int[] givenTypes) {
    int parameters =
        tokens.stream()
            .filter(token -> token.kind() == Token.Kind.PARAMETER)
            .mapToInt(token -> Integer.parseInt(token.value()))
            .max()
            .orElse(0);
    int[] types = Arrays.copyOf(givenTypes, parameters);
    Arrays.setAll(types, i -> types[i] == 0 ? TypeOids.TEXT : types[i]);
    return types;
  }

  /** The parts of a list between two tokens, separated by commas that are not in brackets. */
  public List<String> listed(int from, int to) {
    return Brackets.items(tokens.subList(from, Math.max(from, to))).stream()
        .map(
            part ->
                part.isEmpty() ? "" : sql.substring(part.getFirst().start(), part.getLast().end()))
        .toList();
  }
}
