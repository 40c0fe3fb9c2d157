package io.argosy.tests.differential;

import java.util.List;

/**
 * Which statements run: all, or those that the system property {@code differential.only} names, as
 * a script ({@code corpus/joins}) or as one statement of it by the line that it starts on ({@code
 * corpus/joins:12}).
 */
record Selection(String script, int line) {
  private static final String PROPERTY = "differential.only";

  /** True: every script on clusters of every size. */
  private static final String EVERYWHERE = "differential.everywhere";

  static Selection fromSystemProperty() {
    String only = System.getProperty(PROPERTY, "");
    int colon = only.indexOf(':');
    return colon < 0
        ? new Selection(only, 0)
        : new Selection(only.substring(0, colon), Integer.parseInt(only.substring(colon + 1)));
  }

  /** Whether suites that share the scripts run all of them each. */
  boolean everywhere() {
    return !script.isEmpty() || Boolean.getBoolean(EVERYWHERE);
  }

  boolean includes(String name) {
    return script.isEmpty() || script.equals(name);
  }

  boolean wholeScripts() {
    return line == 0;
  }

  /** The chosen statements of a script, with those before them that they need. */
  List<ScriptStatement> from(List<ScriptStatement> statements) {
    return statements.stream()
        .filter(
            statement ->
                line == 0
                    || statement.line() == line
                    || (statement.directives().setup() && statement.line() < line))
        .toList();
  }
}
