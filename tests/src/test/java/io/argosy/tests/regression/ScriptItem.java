package io.argosy.tests.regression;

import java.util.List;
import java.util.Map;

/** What a script of psql says next. */
sealed interface ScriptItem {
  /** The line that it starts on, from 1. */
  int line();

  /**
   * A statement, or several that are sent together.
   *
   * @param parts its text, with references to variables
   * @param end the command that sends it without its backslash, such as {@code gset}; empty for a
   *     semicolon
   * @param argument what follows that command on its line
   */
  record Statement(int line, List<Part> parts, String end, String argument) implements ScriptItem {
    /** The text with the values of some variables; those that are not set stay as they are. */
    String text(Map<String, String> variables) {
      StringBuilder text = new StringBuilder();
      for (Part part : parts) {
        text.append(part.text(variables));
      }
      return text.toString().strip();
    }
  }

  /**
   * A command of psql's own.
   *
   * @param name without its backslash
   * @param argument the rest of its line
   */
  record Command(int line, String name, String argument) implements ScriptItem {}

  /** A piece of a statement's text. */
  sealed interface Part {
    String text(Map<String, String> variables);

    /** Text as it is written. */
    record Text(String text) implements Part {
      @Override
      public String text(Map<String, String> variables) {
        return text;
      }
    }

    /**
     * The value of a variable.
     *
     * @param quote the quote around the name, which is then put around the value; 0 if there is
     *     none
     */
    record Variable(String name, char quote) implements Part {
      @Override
      public String text(Map<String, String> variables) {
        String value = variables.get(name);
        String mark = quote == 0 ? "" : Character.toString(quote);
        return value == null
            ? ":" + mark + name + mark
            : mark + (quote == 0 ? value : value.replace(mark, mark + mark)) + mark;
      }
    }
  }
}
