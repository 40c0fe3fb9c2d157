package io.argosy.tests.random;

import io.argosy.tests.differential.Directives;
import io.argosy.tests.differential.Parameter;
import io.argosy.tests.differential.RowOrder;
import io.argosy.tests.differential.ScriptStatement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A random statement.
 *
 * @param ordered whether its ORDER BY is total
 * @param choices what builds it again
 */
record RandomStatement(
    String sql, List<Parameter> parameters, boolean ordered, List<Integer> choices) {

  /** The statement that some choices build over some tables. */
  static RandomStatement build(Choices choices, List<Table> tables) {
    Draft draft = new Draft(choices, tables);
    Queries.Statement statement = new Grammar(draft).queries().statement();
    Draft.Finished finished = draft.finish(statement.sql());
    return new RandomStatement(
        finished.sql(), finished.parameters(), statement.ordered(), choices.taken());
  }

  ScriptStatement asScriptStatement(String where) {
    Directives directives =
        new Directives(
            ordered ? new RowOrder.Total() : new RowOrder.Unordered(),
            Optional.empty(),
            Optional.empty(),
            parameters,
            1,
            false,
            false,
            Optional.empty());
    return new ScriptStatement(where, 0, sql, directives, Optional.empty());
  }

  /** The lines of a corpus that run it. */
  String asCorpusLines() {
    String params =
        parameters.isEmpty()
            ? ""
            : parameters.stream()
                .map(parameter -> parameter.type() + ":" + parameter.value())
                .collect(Collectors.joining(", ", "--@ params ", "\n"));
    return (ordered ? "--@ ordered\n" : "") + params + sql + ";";
  }
}
