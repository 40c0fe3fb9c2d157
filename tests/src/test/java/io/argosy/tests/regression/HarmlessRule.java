package io.argosy.tests.regression;

import io.argosy.tests.regression.Answer.Column;
import io.argosy.tests.regression.AnswerComparison.Difference;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Differences that are no other result: PostgreSQL promises neither of the two. */
enum HarmlessRule {
  PLANS(
      "EXPLAIN shows the plan of Argosy, or that of what a node runs.",
      about("^explain\\b|\\bexplain_\\w+\\s*\\(")),
  UNORDERED(
      "The same rows come in another order, and the statement asks for none.",
      other -> other.is(Difference.ORDER) && SortKeys.clause(other.query()).isEmpty()),
  TIES(
      "Rows that are equal in what they are sorted by come in another order.",
      other -> other.is(Difference.ORDER) && other.isSortedAlike()),
  PART_OF_ROWS(
      "A LIMIT, or a FETCH from a cursor, takes other rows where the statement asks for no order.",
      other ->
          other.is(Difference.ROWS)
              && other.hasAsManyRows()
              && other.takesPart()
              && SortKeys.clause(other.query()).isEmpty()),
  UNORDERED_WINDOWS(
      "A window function over rows in no order meets them in another one.",
      about(
              "\\b(lag|lead|row_number|first_value|last_value|nth_value|ntile)\\s*\\(.*\\bover\\s*\\(\\s*\\)")
          .and(OtherAnswer::hasAsManyRows)),
  UNORDERED_AGGREGATES(
      "An aggregate collects rows that are in no order.",
      about("\\b(array_agg|string_agg|xmlagg|jsonb?_agg)\\s*\\(")
          .and(other -> !hasOrderBy(other))
          .and(other -> other.isSameAfter(HarmlessRule::inAnyOrder))),
  SAMPLES(
      "Which rows are in a sample depends on where they lie.",
      other -> other.is(Difference.ROWS) && isOfSample(other)),
  ROUNDING(
      "Floating-point numbers that were added in another order differ in their last digits.",
      other -> other.is(Difference.ROWS) && other.isSameAfter(HarmlessRule::rounded)),
  OBJECT_NUMBERS(
      "Object ids are those of a node.",
      other ->
          other.is(Difference.ROWS, Difference.OTHER_ERROR)
              && other.isSameAfter(HarmlessRule::withoutNumbers)),
  OWN_OBJECTS(
      "Catalogs also show what Argosy has in its schemas.",
      other -> other.is(Difference.ROWS) && other.hasMoreRowsOf("argosy")),
  CLOCK(
      "The time, random values and the numbers of processes are others at each run.",
      about(
              "now\\s*\\(|_timestamp\\b|current_(time|date)|localtime|timeofday|random"
                  + "|uuid|pg_backend_pid|pg_postmaster|pg_my_temp_schema"
                  + "|'(now|today|tomorrow|yesterday)'")
          .and(other -> other.differsOnlyIn(HarmlessRule::isOfClock))),
  TRANSACTION_NUMBERS(
      "Numbers of transactions, commands and positions in the log are those of a node.",
      about(
              "txid_|\\bxid8?\\b|_xact_?id|pg_snapshot|\\bxm(in|ax)\\b|\\bcm(in|ax)\\b|\\bage\\("
                  + "|_lsn\\b|walfile")
          .and(other -> other.differsOnlyIn(HarmlessRule::isNoCondition))),
  ROW_PLACES(
      "Where a row lies in its table, and how large the files are, is a matter of the node.",
      about("\\bctid\\b|pg_\\w*_size\\(|filenode|\\btid\\b|pg_size_|brin_(de)?summarize")
          .and(other -> other.is(Difference.ORDER) || other.hasAsManyRows())),
  STATISTICS(
      "What is estimated or counted of tables and sessions is that of a node.",
      about(
          "\\bpg_stat|reltuples|relpages|pg_buffercache|pg_shmem|pg_backend_memory|pg_wait"
              + "|parallel_workers")),
  LOCKS("The locks of a session are those of its backend on a node.", about("pg_locks|my_locks"));

  private static final int FIRST_OF_USERS = 16384;
  private static final long BOOLEAN = 16;
  private static final long FLOAT4 = 700;
  private static final long FLOAT8 = 701;

  /** Times, text, numbers, uuid and the names of schemas. */
  private static final Set<Long> OF_CLOCK =
      Set.of(1082L, 1083L, 1114L, 1184L, 1186L, 1266L, 20L, 25L, 23L, FLOAT8, 1700L, 2950L, 4089L);

  private static final Pattern ORDER_BY = Pattern.compile("(?i)\\border\\s+by\\b");
  private static final Pattern SAMPLE = Pattern.compile("(?i)\\btablesample\\b");
  private static final Pattern FINITE = Pattern.compile("-?\\d+(\\.\\d+)?(e[-+]?\\d+)?");
  private static final Pattern NUMBER = Pattern.compile("\\b\\d{5,7}\\b|(?<=_)\\d{5,7}\\b");

  private final String reason;
  private final Predicate<OtherAnswer> test;

  HarmlessRule(String reason, Predicate<OtherAnswer> test) {
    this.reason = reason;
    this.test = test;
  }

  /** The reason in a sentence. */
  String reason() {
    return reason;
  }

  /** The rule by which a difference is harmless. */
  static Optional<HarmlessRule> of(OtherAnswer other) {
    return switch (other.difference()) {
      case LOST, ERROR, NO_ERROR, STATUS, COLUMNS -> Optional.empty();
      case OTHER_ERROR, TAG, ORDER, ROWS ->
          Arrays.stream(values()).filter(rule -> rule.test.test(other)).findFirst();
    };
  }

  /** Rows that differ, of statements about such things. */
  private static Predicate<OtherAnswer> about(String statement) {
    Pattern pattern = Pattern.compile(statement, Pattern.CASE_INSENSITIVE);
    return other ->
        other.is(Difference.ROWS, Difference.ORDER) && pattern.matcher(other.query()).find();
  }

  private static boolean isOfSample(OtherAnswer other) {
    return SAMPLE.matcher(other.query()).find();
  }

  /** Whether anything in the statement is sorted. */
  private static boolean hasOrderBy(OtherAnswer other) {
    return ORDER_BY.matcher(other.query()).find();
  }

  /** The characters of what was collected, however it is written. */
  private static String inAnyOrder(Column column, String value) {
    char[] characters = value.toCharArray();
    Arrays.sort(characters);
    return new String(characters);
  }

  private static boolean isNoCondition(Column column) {
    return column.type() != BOOLEAN;
  }

  private static boolean isOfClock(Column column) {
    return OF_CLOCK.contains(column.type());
  }

  private static String withoutNumbers(Column column, String value) {
    return NUMBER
        .matcher(value)
        .replaceAll(
            number -> Integer.parseInt(number.group()) >= FIRST_OF_USERS ? "#" : number.group());
  }

  /** The digits of floating-point types that an order of additions does not change. */
  private static String rounded(Column column, String value) {
    int digits = column.type() == FLOAT4 ? 5 : column.type() == FLOAT8 ? 11 : 0;
    return digits == 0 || !FINITE.matcher(value).matches()
        ? value
        : new BigDecimal(value).round(new MathContext(digits)).stripTrailingZeros().toString();
  }
}
