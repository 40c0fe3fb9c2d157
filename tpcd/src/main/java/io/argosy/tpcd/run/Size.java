package io.argosy.tpcd.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, spelled as PostgreSQL's settings are: {@code 512}, {@code 16kB}, {@code 1MB},
 * each unit 1024 of the one before.
 */
public record Size(int bytes) {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})\\s*(B|kB|MB)?");
  private static final int STEP = 1024;

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException for anything else, and for more than there can be
   */
  public static Size parse(String text) {
    Matcher size = TEXT.matcher(text.strip());
    if (!size.matches()) {
      throw new IllegalArgumentException("a size looks like 512B, 16kB or 1MB, not " + text);
    }
    int unit = "MB".equals(size.group(2)) ? STEP * STEP : "kB".equals(size.group(2)) ? STEP : 1;
    try {
      return new Size(Math.multiplyExact(Integer.parseInt(size.group(1)), unit));
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(text + " is too much", e);
    }
  }

  @Override
  public String toString() {
    if (bytes > 0 && bytes % (STEP * STEP) == 0) {
      return bytes / (STEP * STEP) + "MB";
    }
    return bytes > 0 && bytes % STEP == 0 ? bytes / STEP + "kB" : bytes + "B";
  }
}
