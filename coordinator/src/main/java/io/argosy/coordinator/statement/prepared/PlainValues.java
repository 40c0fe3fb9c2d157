package io.argosy.coordinator.statement.prepared;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.argosy.protocol.message.TypeOids;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts that are values of a type in every session, whatever its settings: PostgreSQL refuses none
 * of them. Other texts may be values, too.
 */
final class PlainValues {
  private static final Pattern DATE = Pattern.compile("(\\d{4})-(\\d{2})-(\\d{2})");
  private static final String CLOCK = "([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,6})?)?";
  private static final Pattern TIMESTAMP = Pattern.compile("(.{10})[ T]" + CLOCK);
  private static final Pattern ZONED =
      Pattern.compile("(.{11}.*?)([+-](0\\d|1[0-4])(:?[0-5]\\d)?|Z)");
  private static final Pattern UUID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private static final Pattern LEAST_WITHOUT_SIGN =
      Pattern.compile("0*(2147483648|9223372036854775808)");

  /** Of more levels PostgreSQL may say that its stack is too small. */
  private static final int DEEPEST_JSON = 100;

  private static final JsonFactory JSON = new JsonFactory();

  private static final Map<Integer, Predicate<String>> BY_TYPE =
      Map.ofEntries(
          Map.entry(TypeOids.TEXT, text -> true),
          Map.entry(TypeOids.VARCHAR, text -> true),
          Map.entry(TypeOids.BPCHAR, text -> true),
          Map.entry(TypeOids.NAME, text -> true),
          Map.entry(TypeOids.BOOL, matching("t|f|true|false")),
          Map.entry(TypeOids.INT2, matching("-?\\d{1,4}")),
          Map.entry(TypeOids.INT4, matching("-?\\d{1,9}")),
          Map.entry(TypeOids.INT8, matching("-?\\d{1,18}")),
          Map.entry(TypeOids.FLOAT4, matching("-?\\d{1,15}(\\.\\d{1,15})?")),
          Map.entry(TypeOids.FLOAT8, matching("-?\\d{1,15}(\\.\\d{1,15})?")),
          Map.entry(TypeOids.NUMERIC, matching("-?\\d{1,100}(\\.\\d{1,100})?")),
          Map.entry(TypeOids.UUID, text -> UUID.matcher(text).matches()),
          Map.entry(TypeOids.TIME, matching(CLOCK)),
          Map.entry(TypeOids.DATE, PlainValues::isDate),
          Map.entry(TypeOids.TIMESTAMP, PlainValues::isTimestamp),
          Map.entry(TypeOids.TIMESTAMPTZ, PlainValues::isTimestamp),
          Map.entry(TypeOids.JSON, PlainValues::isJson),
          Map.entry(TypeOids.JSONB, PlainValues::isJson));

  private PlainValues() {}

  /** Whether some texts are known to be values of a type. */
  static boolean hasSome(int type) {
    return BY_TYPE.containsKey(type);
  }

  /** Whether a text is known to be a value of a type that has some. */
  static boolean isOne(int type, String text) {
    return BY_TYPE.get(type).test(text);
  }

  /** The type that PostgreSQL gives a number of digits, perhaps with a point. */
  static int ofNumber(String digits) {
    if (digits.indexOf('.') >= 0) {
      return TypeOids.NUMERIC;
    }
    try {
      long value = Long.parseLong(digits);
      return value <= Integer.MAX_VALUE ? TypeOids.INT4 : TypeOids.INT8;
    } catch (NumberFormatException e) {
      return TypeOids.NUMERIC;
    }
  }

  /** Whether PostgreSQL gives a number of digits a smaller type if there is a minus before it. */
  static boolean dependsOnSign(String digits) {
    return LEAST_WITHOUT_SIGN.matcher(digits).matches();
  }

  private static Predicate<String> matching(String expression) {
    return Pattern.compile(expression).asMatchPredicate();
  }

  private static boolean isDate(String text) {
    Matcher date = DATE.matcher(text);
    if (!date.matches()) {
      return false;
    }
    try {
      LocalDate found =
          LocalDate.of(
              Integer.parseInt(date.group(1)),
              Integer.parseInt(date.group(2)),
              Integer.parseInt(date.group(3)));
      return found.getYear() > 0;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isTimestamp(String text) {
    Matcher zoned = ZONED.matcher(text);
    String local = zoned.matches() ? zoned.group(1) : text;
    return isDate(local)
        || Optional.of(TIMESTAMP.matcher(local))
            .filter(Matcher::matches)
            .filter(timestamp -> isDate(timestamp.group(1)))
            .isPresent();
  }

  /** Without escapes and exponents, which {@code jsonb} may refuse. */
  private static boolean isJson(String text) {
    if (text.indexOf('\\') >= 0) {
      return false;
    }
    try (JsonParser parser = JSON.createParser(text)) {
      int depth = 0;
      int values = 0;
      while (parser.nextToken() != null) {
        switch (parser.currentToken()) {
          case START_OBJECT, START_ARRAY -> depth++;
          case END_OBJECT, END_ARRAY -> depth--;
          case VALUE_NUMBER_FLOAT, VALUE_NUMBER_INT -> {
            if (!parser.getText().matches("-?[0-9.]{1,100}")) {
              return false;
            }
          }
          default -> {}
        }
        if (depth > DEEPEST_JSON) {
          return false;
        }
        values += depth == 0 ? 1 : 0;
      }
      return values == 1;
    } catch (IOException e) {
      return false;
    }
  }
}
