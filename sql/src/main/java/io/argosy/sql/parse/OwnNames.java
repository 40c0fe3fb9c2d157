package io.argosy.sql.parse;

import java.util.List;

/**
 * The names of what the planner adds to a statement. No name that the statement can mean begins
 * like them, so that none can be taken for another.
 *
 * @param prefix what all of them begin with
 */
public record OwnNames(String prefix) {
  private static final String USUAL = "argosy_";

  /** Names that begin like nothing in some texts. */
  public static OwnNames unlike(List<String> texts) {
    String prefix = USUAL;
    for (int number = 1; occurs(prefix, texts); number++) {
      prefix = USUAL + number + "_";
    }
    return new OwnNames(prefix);
  }

  private static boolean occurs(String prefix, List<String> texts) {
    return texts.stream().anyMatch(text -> text.contains(prefix));
  }

  /** The name for something. */
  public String of(String what) {
    return prefix + what;
  }
}
