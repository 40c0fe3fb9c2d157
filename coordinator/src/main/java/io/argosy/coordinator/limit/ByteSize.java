package io.argosy.coordinator.limit;

import io.argosy.protocol.message.PostgresException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as values of settings: a number with one of PostgreSQL's units of memory. */
public final class ByteSize {
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
