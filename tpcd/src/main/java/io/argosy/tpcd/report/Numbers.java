package io.argosy.tpcd.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as people read them, the same in every locale. */
public final class Numbers {
  private static final int DIGITS = 3;
  private static final String[] BYTE_UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};
  private static final double BYTE_STEP = 1000;

  private Numbers() {}

  /** Three significant digits, and all of those before the point: 0.0123, 1.23, 12,345. */
  public static String rounded(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    if (Math.abs(value) >= Math.pow(10, DIGITS - 1)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(DIGITS));
    return rounded.stripTrailingZeros().toPlainString();
  }

  /** Seconds with their unit; milliseconds below a tenth of one. */
  public static String seconds(double seconds) {
    return seconds != 0 && Math.abs(seconds) < 0.1
        ? rounded(seconds * 1000) + " ms"
        : rounded(seconds) + " s";
  }

  /** Bytes in decimal units. */
  public static String bytes(double bytes) {
    double size = bytes;
    int unit = 0;
    while (size >= BYTE_STEP && unit < BYTE_UNITS.length - 1) {
      size /= BYTE_STEP;
      unit++;
    }
    return rounded(size) + " " + BYTE_UNITS[unit];
  }

  /** A ratio. */
  public static String factor(double ratio) {
    return rounded(ratio) + "×";
  }

  /** A place in a drawing, to the tenth. */
  static String coordinate(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
