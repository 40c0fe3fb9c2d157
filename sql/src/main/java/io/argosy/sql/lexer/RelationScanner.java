package io.argosy.sql.lexer;

import io.argosy.sql.lexer.RelationReference.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds relations where they stand in the clauses of a canonical text: behind FROM, JOIN, USING and
 * the words that modify, and in lists of them. In that text PostgreSQL quotes every name that is a
 * reserved word, and writes conditions and set operations in parentheses.
 */
final class RelationScanner {
  /** Words that can follow a relation and so are not its alias. */
  private static final Set<String> NO_ALIAS =
      Set.of(
          "where",
          "join",
          "left",
          "right",
          "full",
          "inner",
          "cross",
          "natural",
          "on",
          "using",
          "group",
          "having",
          "window",
          "order",
          "limit",
          "offset",
          "fetch",
          "for",
          "union",
          "intersect",
          "except",
          "tablesample",
          "returning",
          "with",
          "when",
          "select");

  /** Words behind which no tables are listed any more. */
  private static final Set<String> END_OF_TABLES =
      Set.of(
          "where",
          "group",
          "having",
          "window",
          "order",
          "limit",
          "offset",
          "fetch",
          "for",
          "union",
          "intersect",
          "except",
          "returning",
          "when",
          "select");

  private final TokenList tokens;
  private final boolean withoutSchema;
  private final List<RelationReference> found = new ArrayList<>();

  /**
   * @param withoutSchema whether names that have no schema are relations, too
   */
  RelationScanner(TokenList tokens, boolean withoutSchema) {
    this.tokens = tokens;
    this.withoutSchema = withoutSchema;
  }

  List<RelationReference> scan() {
    new Level(0, tokens.size(), true).statement();
    return List.copyOf(found);
  }

  /** Whether a query begins at an index, which stands behind a parenthesis. */
  private boolean startsQuery(int i) {
    return tokens.word(i, "select")
        || tokens.word(i, "with")
        || tokens.word(i, "values")
        || tokens.word(i, "table");
  }

  /** What a statement that begins at an index modifies a relation for; empty for a query. */
  private Optional<Use> verb(int i) {
    if (tokens.word(i, "insert") && tokens.word(i + 1, "into")) {
      return Optional.of(Use.INSERT);
    }
    if (tokens.word(i, "merge") && tokens.word(i + 1, "into")) {
      return Optional.of(Use.MERGE);
    }
    if (tokens.word(i, "delete") && tokens.word(i + 1, "from")) {
      return Optional.of(Use.DELETE);
    }
    return tokens.word(i, "update") ? Optional.of(Use.UPDATE) : Optional.empty();
  }

  private boolean isName(int i) {
    Token.Kind kind = tokens.at(i).kind();
    return kind == Token.Kind.WORD || kind == Token.Kind.QUOTED_IDENTIFIER;
  }

  /** Queries in parentheses, however deep these are nested. */
  private void expressions(int from, int to) {
    int i = from;
    while (i < to) {
      if (tokens.symbol(i, "(") && startsQuery(i + 1)) {
        new Level(i + 1, tokens.close(i), false).statement();
        i = tokens.skip(i);
      } else {
        i++;
      }
    }
  }

  /** What stands in parentheses where no table does. */
  private void within(int open) {
    expressions(open, tokens.close(open) + 1);
  }

  /** One pair of parentheses, or the whole text, with what is not in parentheses within it. */
  private final class Level {
    private final int to;
    private final boolean outermost;
    private int i;
    private Use use = Use.READ;
    private boolean tables;
    private boolean expected;

    Level(int from, int to, boolean outermost) {
      this.i = from;
      this.to = to;
      this.outermost = outermost;
    }

    void statement() {
      if (tokens.word(i, "with")) {
        commonTables();
      }
      verb();
      walk();
    }

    /** Tables that are joined, in parentheses. */
    void tables() {
      tables = true;
      expected = true;
      walk();
    }

    /** Up to the word by which the statement itself begins. */
    private void commonTables() {
      while (i < to && !tokens.word(i, "select") && !tokens.word(i, "values") && !modifies()) {
        if (tokens.symbol(i, "(")) {
          if (RelationScanner.this.verb(i + 1).isPresent()) {
            new Level(i + 1, tokens.close(i), false).statement();
          } else {
            within(i);
          }
        }
        i = tokens.skip(i);
      }
    }

    /** Behind the common table expressions, not within one's SEARCH or CYCLE. */
    private boolean modifies() {
      return RelationScanner.this.verb(i).isPresent()
          && !tokens.symbol(i - 1, ",")
          && !tokens.word(i - 1, "by")
          && !tokens.word(i - 1, "set");
    }

    private void verb() {
      Optional<Use> modifying = RelationScanner.this.verb(i);
      if (modifying.isPresent()) {
        use = modifying.get();
        expected = true;
        i += use == Use.UPDATE ? 1 : 2;
      }
    }

    private void walk() {
      while (i < to) {
        if (tokens.symbol(i, "(")) {
          parenthesised();
        } else if (tokens.symbol(i, "[")) {
          expressions(i + 1, tokens.close(i));
          i = tokens.skip(i);
        } else if (tokens.symbol(i, ",")) {
          expected = tables;
          i++;
        } else if (expected && isTable()) {
          table();
        } else {
          word();
        }
      }
    }

    private void parenthesised() {
      boolean joined = expected && !startsQuery(i + 1);
      if (joined) {
        new Level(i + 1, tokens.close(i), false).tables();
      } else {
        within(i);
      }
      expected = false;
      i = tokens.skip(i);
    }

    private boolean isTable() {
      return isName(i)
          && !tokens.word(i, "only")
          && !tokens.word(i, "lateral")
          && !(tokens.word(i, "rows") && tokens.word(i + 1, "from"));
    }

    private void table() {
      int first = i;
      int last = i;
      while (tokens.symbol(last + 1, ".")) {
        last += 2;
      }
      i = last + 1;
      expected = false;
      if (use != Use.INSERT && tokens.symbol(i, "(")) {
        expressions(i + 1, tokens.close(i));
        i = tokens.skip(i);
        return;
      }
      boolean aliased = isAlias();
      if (aliased) {
        i += tokens.word(i, "as") ? 2 : 1;
      }
      String alias = tokens.at(aliased ? i - 1 : last).value();
      boolean columns = aliased && use == Use.READ && tokens.symbol(i, "(");
      if (last == first + 2 || use != Use.READ || (withoutSchema && last == first)) {
        found.add(
            new RelationReference(
                use,
                outermost,
                last == first ? "" : tokens.at(first).value(),
                tokens.at(last).value(),
                tokens.at(last).text(),
                tokens.at(first).start(),
                tokens.at(last).end(),
                aliased,
                alias,
                columns));
      }
      // Behind DELETE FROM, and behind the target of the others, come the tables that are read.
      use = Use.READ;
    }

    private boolean isAlias() {
      Token next = tokens.at(i);
      return next.isWord("as")
          || (use != Use.INSERT
              && isName(i)
              && i < to
              && !(use == Use.UPDATE && next.isWord("set"))
              && !(next.kind() == Token.Kind.WORD && NO_ALIAS.contains(next.value())));
    }

    private void word() {
      Token token = tokens.at(i);
      boolean keyword = token.kind() == Token.Kind.WORD && !tokens.symbol(i - 1, ".");
      i = tokens.skip(i);
      if (!keyword) {
        return;
      }
      switch (token.value()) {
        case "from" -> from();
        case "join", "table" -> startTables();
        case "using" -> using();
        default -> {
          if (END_OF_TABLES.contains(token.value())) {
            tables = false;
            expected = false;
          }
        }
      }
    }

    private void startTables() {
      tables = true;
      expected = true;
    }

    private void from() {
      int word = i - 1;
      if (tokens.word(word - 1, "rows") && expected) {
        // ROWS FROM (f(..), g(..))
        expected = false;
      } else if (!tokens.word(word - 1, "distinct")) {
        startTables();
      }
    }

    /** The tables of DELETE and MERGE, or columns that a join compares. */
    private void using() {
      boolean columns =
          tokens.symbol(i, "(")
              && isName(i + 1)
              && !startsQuery(i + 1)
              && !tokens.symbol(i + 2, ".");
      if (!columns) {
        startTables();
      }
    }
  }
}
