package io.argosy.coordinator.statement.code;

import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Set;

/**
 * Code with definitions in it, as in "create the role if there is none". All nodes can run it if it
 * does nothing else and reads nothing but catalogs that are the same on all of them.
 */
final class DefiningCode {
  private static final Set<String> DEFINES =
      Set.of("create", "alter", "drop", "grant", "revoke", "comment", "reassign");

  /** What would be done once for each node, or stay in a session. */
  private static final Set<String> NOT_EVERYWHERE =
      Set.of(
          "execute",
          "insert",
          "update",
          "delete",
          "merge",
          "truncate",
          "copy",
          "nextval",
          "setval",
          "lock",
          "temp",
          "temporary",
          "listen",
          "unlisten",
          "notify",
          "prepare",
          "deallocate",
          "discard",
          "savepoint",
          "commit",
          "rollback",
          "refresh",
          "reindex",
          "vacuum",
          "cluster",
          "analyze",
          "load",
          "call",
          "random",
          "gen_random_uuid");

  private static final Set<String> BEFORE_STATEMENTS =
      Set.of(";", "begin", "then", "else", "loop", "do");

  /** Elsewhere TABLE is a query. */
  private static final Set<String> BEFORE_TABLE =
      Set.of("create", "unlogged", "alter", "drop", "on", "foreign");

  /** Catalogs of definitions, which say the same on every node. */
  private static final Set<String> CATALOGS =
      Set.of(
          "pg_roles",
          "pg_user",
          "pg_group",
          "pg_authid",
          "pg_auth_members",
          "pg_class",
          "pg_namespace",
          "pg_type",
          "pg_enum",
          "pg_attribute",
          "pg_attrdef",
          "pg_constraint",
          "pg_index",
          "pg_indexes",
          "pg_tables",
          "pg_views",
          "pg_matviews",
          "pg_proc",
          "pg_trigger",
          "pg_policy",
          "pg_policies",
          "pg_rules",
          "pg_extension",
          "pg_available_extensions",
          "pg_description",
          "pg_language",
          "pg_cast",
          "pg_operator",
          "pg_collation",
          "pg_range",
          "pg_default_acl",
          "pg_inherits",
          "pg_depend");

  private DefiningCode() {}

  /** Whether a text is that, by its words; the objects that it names are to be looked at, too. */
  static boolean is(String text) {
    List<Token> code = SqlLexer.tokens(text);
    boolean defines = false;
    boolean revokes = false;
    for (int i = 0; i < code.size(); i++) {
      Token token = code.get(i);
      boolean first = i > 0 && BEFORE_STATEMENTS.contains(code.get(i - 1).value());
      revokes = first ? token.isWord("revoke") : revokes;
      if (token.kind() != Token.Kind.WORD) {
        continue;
      }
      String word = token.value();
      boolean sets = word.equals("set") || word.equals("reset");
      if (NOT_EVERYWHERE.contains(word)
          || sets && first
          || (word.equals("from") || word.equals("join")) && !revokes && !readsCatalog(code, i + 1)
          || word.equals("table") && !BEFORE_TABLE.contains(code.get(i - 1).value())) {
        return false;
      }
      defines |= DEFINES.contains(word);
    }
    return defines;
  }

  /** Whether what follows FROM is one such catalog, and no list. */
  private static boolean readsCatalog(List<Token> code, int start) {
    if (start >= code.size()) {
      return false;
    }
    boolean qualified = start + 2 < code.size() && code.get(start + 1).isSymbol(".");
    String schema = qualified ? code.get(start).value() : "pg_catalog";
    int name = qualified ? start + 2 : start;
    boolean known =
        schema.equals("information_schema")
            || schema.equals("pg_catalog") && CATALOGS.contains(code.get(name).value());
    return known && !isListed(code, name + 1);
  }

  private static boolean isListed(List<Token> code, int end) {
    for (int i = end; i < code.size() && i < end + 3; i++) {
      if (code.get(i).isSymbol(",")) {
        return true;
      }
    }
    return false;
  }
}
