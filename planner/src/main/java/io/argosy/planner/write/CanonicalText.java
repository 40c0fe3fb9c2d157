package io.argosy.planner.write;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.parse.ParsedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.checkerframework.checker.nullness.qual.Nullable;

/** A text that two expressions share exactly when they mean the same columns in the same form. */
final class CanonicalText {
  private final ParsedStatement statement;
  private final Binding binding;
  private final List<Object> sources = new ArrayList<>();

  CanonicalText(ParsedStatement statement, Binding binding) {
    this.statement = statement;
    this.binding = binding;
  }

  String of(SqlNode node) {
    SqlNode resolved =
        node.accept(
            new SqlShuttle() {
              @Override
              public @Nullable SqlNode visit(SqlIdentifier name) {
                return binding.column(name).map(column -> numbered(column, name)).orElse(name);
              }
            });
    return statement.text(resolved);
  }

  String of(Column column) {
    return "#" + number(column) + "_" + column.index();
  }

  private SqlIdentifier numbered(Column column, SqlIdentifier name) {
    return new SqlIdentifier(of(column), name.getParserPosition());
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

  /** The text of an output: of its expression, or of the column that a star gave. */
  Optional<String> of(Optional<SqlNode> expression, Optional<Column> column) {
    return expression.map(this::of).or(() -> column.map(c -> statement.text(numberedName(c))));
  }

  private SqlNode numberedName(Column column) {
    return new SqlIdentifier(of(column), org.apache.calcite.sql.parser.SqlParserPos.ZERO);
  }
}
