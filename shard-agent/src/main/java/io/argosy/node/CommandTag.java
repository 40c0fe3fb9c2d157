package io.argosy.node;

/** The tag with which a statement completes: {@code SELECT 5}, {@code INSERT 0 5}, {@code SET}. */
public final class CommandTag {
  private CommandTag() {}

  /** The number of rows at its end; 0 where it has none. */
  public static long rows(String tag) {
    int start = tag.length();
    while (start > 0 && Character.isDigit(tag.charAt(start - 1))) {
      start--;
    }
    return start == tag.length() ? 0 : Long.parseLong(tag.substring(start));
  }
}
