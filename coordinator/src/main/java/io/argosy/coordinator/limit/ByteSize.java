package io.argosy.coordinator.limit;

import io.argosy.protocol.message.PostgresException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people read and write them: a number with one of PostgreSQL's units of memory. */
public final class ByteSize {
  private static final String[] UNITS = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  private static final int STEP = 1024;

  /** PostgreSQL writes the next unit at so many of the one before. */
  private static final int MOST = 10 * STEP;

  private static final Pattern SIZE = Pattern.compile("(\\d{1,15})\\s*(B|kB|MB|GB|TB)?");

  private ByteSize() {}

  /**
   * Reads a size, in bytes.
   *
   * @param setting whose value it is
   * @param more what else is to be known about its values
   * @throws PostgresException 22023 for what is no size
   */
  public static long parse(String setting, String text, String more) {
    Matcher size = SIZE.matcher(text.strip());
    if (!size.matches()) {
      throw invalid(setting, text, more);
    }
    try {
      return Math.multiplyExact(Long.parseLong(size.group(1)), unit(size.group(2)));
    } catch (ArithmeticException e) {
      throw invalid(setting, text, more);
    }
  }

  /** A size as pg_size_pretty writes it, but cut off instead of rounded. */
  public static String text(long bytes) {
    long amount = bytes;
    int unit = 0;
    while (amount >= MOST && unit < UNITS.length - 1) {
      amount /= STEP;
      unit++;
    }
    return amount + " " + UNITS[unit];
  }

  /** The error of a value that the setting cannot have. */
  public static PostgresException invalid(String setting, String text, String more) {
    return new PostgresException(
        "22023",
        "invalid value for parameter \"" + setting + "\": \"" + text + "\"",
        "Valid units for this parameter are \"B\", \"kB\", \"MB\", \"GB\", and \"TB\"; " + more);
  }

  private static long unit(String unit) {
    return switch (unit == null ? "B" : unit) {
      case "B" -> 1L;
      case "kB" -> 1L << 10;
      case "MB" -> 1L << 20;
      case "GB" -> 1L << 30;
      case "TB" -> 1L << 40;
      default -> throw new IllegalArgumentException(unit.toLowerCase(Locale.ROOT));
    };
  }
}
