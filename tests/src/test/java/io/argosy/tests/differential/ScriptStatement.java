package io.argosy.tests.differential;

import java.util.Optional;

/**
 * One statement of a script.
 *
 * @param script the script's name without its extension
 * @param line the line that the statement starts on, from 1
 * @param sql the text without its semicolon
 * @param copyData what follows a COPY FROM STDIN up to the line {@code \.}
 */
public record ScriptStatement(
    String script, int line, String sql, Directives directives, Optional<String> copyData) {

  String location() {
    return script + ":" + line;
  }
}
