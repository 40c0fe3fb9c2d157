package io.argosy.lab.testbed;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How fast data passes.
 *
 * @param bytesPerSecond at least one
 */
public record DataRate(long bytesPerSecond) {
  private static final Pattern TEXT =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([kmg]?)(b/s|bit|bit/s)");

  /** Powers of ten, as makers of disks and networks count. */
  private static final Map<String, Long> PREFIXES =
      Map.of("", 1L, "k", 1_000L, "m", 1_000_000L, "g", 1_000_000_000L);

  private static final BigDecimal BITS_PER_BYTE = BigDecimal.valueOf(8);

  public DataRate {
    if (bytesPerSecond < 1) {
      throw new IllegalArgumentException("a rate must be at least a byte per second");
    }
  }

  /**
   * Reads a rate such as {@code 33MB/s}, {@code 1gbit} or {@code 1 Gbit/s}.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static DataRate parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException("a rate looks like 33MB/s or 1gbit, not " + text);
    }
    BigDecimal units =
        new BigDecimal(matcher.group(1))
            .multiply(BigDecimal.valueOf(PREFIXES.get(matcher.group(2))));
    BigDecimal bytes =
        matcher.group(3).equals("b/s") ? units : units.divide(BITS_PER_BYTE, RoundingMode.HALF_UP);
    return new DataRate(bytes.setScale(0, RoundingMode.HALF_UP).longValueExact());
  }

  @Override
  public String toString() {
    return BigDecimal.valueOf(bytesPerSecond, 6).stripTrailingZeros().toPlainString() + " MB/s";
  }
}
