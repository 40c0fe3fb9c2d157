package io.argosy.coordinator.analysis;

import io.argosy.sql.parse.ParsedStatement;
import java.util.Optional;

/**
 * A text as a tree, and the tree as a text. Both take as deep a stack as the statement is nested.
 */
record ParsedText(ParsedStatement statement, String unparsed) {
  /** Empty for what cannot be read. */
  static Optional<ParsedText> of(String sql) {
    return ParsedStatement.parse(sql)
        .map(statement -> new ParsedText(statement, statement.unparsed()));
  }
}
