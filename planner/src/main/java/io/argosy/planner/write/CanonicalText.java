package io.argosy.planner.write;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.sql.parse.ParsedStatement;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.checkerframework.checker.nullness.qual.Nullable;

/** SQL that two expressions share exactly when they mean the same columns in the same form. */
final class CanonicalText {
  /** Begins the name of a column that is resolved. No name that a user can write is empty. */
  private static final String RESOLVED = "";

  private final ParsedStatement statement;
  private final Binding binding;
  private final List<Object> sources = new ArrayList<>();

  CanonicalText(ParsedStatement statement, Binding binding) {
    this.statement = statement;
    this.binding = binding;
  }

  SqlTemplate of(SqlNode node) {
    SqlNode resolved =
        node.accept(
            new SqlShuttle() {
              @Override
              public @Nullable SqlNode visit(SqlIdentifier name) {
                return binding.column(name).map(CanonicalText.this::numbered).orElse(name);
              }
            });
    return statement.template(resolved);
  }

  private SqlIdentifier numbered(Column column) {
    return new SqlIdentifier(
        List.of(RESOLVED, Integer.toString(number(column)), Integer.toString(column.index())),
        SqlParserPos.ZERO);
  }

  private int number(Column column) {
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i) == column.source()) {
        return i;
      }
    }
    sources.add(column.source());
    return sources.size() - 1;
  }

  /** The same of an output: of its expression, or of the column that a star gave. */
  Optional<SqlTemplate> of(Optional<SqlNode> expression, Optional<Column> column) {
    return expression
        .map(this::of)
        .or(() -> column.map(resolved -> statement.template(numbered(resolved))));
  }
}
