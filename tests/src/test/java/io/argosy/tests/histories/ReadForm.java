package io.argosy.tests.histories;

/**
 * Queries of lists, which are answered in different ways. A list is a text like {@code
 * lists:7=1,2,3}; a row may have several, with semicolons between them.
 */
enum ReadForm {
  /** Of one node. */
  ONE(1, 0, "SELECT " + Text.LISTS + " FROM lists WHERE key = ?"),

  /** Of whatever nodes. */
  SEVERAL(3, 0, "SELECT " + Text.LISTS + " FROM lists WHERE key IN (?, ?, ?)"),

  COPY(0, 1, "SELECT " + Text.COPIES + " FROM copies WHERE key = ?"),

  BOTH(
      2,
      1,
      "SELECT "
          + Text.LISTS
          + " FROM lists WHERE key IN (?, ?) UNION ALL SELECT "
          + Text.COPIES
          + " FROM copies WHERE key = ?"),

  AGGREGATE(
      3,
      0,
      "SELECT string_agg(list, ';') FROM (SELECT "
          + Text.LISTS
          + " AS list FROM lists WHERE key IN (?, ?, ?)) s"),

  /** Nearly all links are on other nodes than their lists. */
  JOIN(
      3,
      0,
      "SELECT "
          + Text.LISTS
          + " FROM links JOIN lists ON key = target WHERE id IN (-?::int, -?::int, -?::int)"),

  /** The home node reads copies. */
  SAMPLE(
      3, 0, "SELECT " + Text.LISTS + " FROM lists TABLESAMPLE SYSTEM (100) WHERE key IN (?, ?, ?)");

  private final int distributed;
  private final int replicated;
  private final String sql;

  private static final class Text {
    private static final String LISTS = "'lists:' || key || '=' || array_to_string(items, ',')";
    private static final String COPIES = "'copies:' || key || '=' || array_to_string(items, ',')";
  }

  ReadForm(int distributed, int replicated, String sql) {
    this.distributed = distributed;
    this.replicated = replicated;
    this.sql = sql;
  }

  /** How many lists of the distributed table it reads; they are its first parameters. */
  int distributed() {
    return distributed;
  }

  /** How many of the replicated one. */
  int replicated() {
    return replicated;
  }

  String sql() {
    return sql;
  }
}
