package io.argosy.planner.search;

import io.argosy.planner.plan.Share;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gives numbers to stages and shares while a statement is planned, so that no two alternatives have
 * one in common, and consecutive ones to those of the plan that is taken.
 */
final class Moves {
  private static final String STAGE = "argosy_stage_";
  private static final Pattern STAGES = Pattern.compile("\\bargosy_stage_(\\d+)\\b");
  private static final Pattern SHARES = Pattern.compile("@share\\((\\d+)\\)@");

  /** The group after that of {@link Starts#MOVED}; those of tables are positive. */
  private static final int FIRST_RANGES = Starts.MOVED - 1;

  private final List<Share> shares = new ArrayList<>();
  private final List<List<String>> ranges = new ArrayList<>();
  private int stages;

  /** The name of a new stage's table. */
  String stage() {
    stages++;
    return STAGE + stages;
  }

  /**
   * The colocation group of rows that lie by ranges: that of all that are divided alike. It is the
   * group of no table.
   */
  int group(List<String> bounds) {
    if (!ranges.contains(bounds)) {
      ranges.add(bounds);
    }
    return FIRST_RANGES - ranges.indexOf(bounds);
  }

  /** The number of a new share. */
  int share(Share share) {
    shares.add(share);
    return shares.size();
  }

  /** Numbers what the texts of one plan use, in the order in which it comes. */
  final class Renumbering {
    private final Map<String, Integer> stageNumbers = new LinkedHashMap<>();
    private final Map<String, Integer> shareNumbers = new LinkedHashMap<>();

    /** A text with the numbers of the plan. */
    String text(String text) {
      return replaced(
          replaced(text, STAGES, stageNumbers, STAGE + "%d"), SHARES, shareNumbers, "@share(%d)@");
    }

    /** The shares that the texts so far use. */
    List<Share> shares() {
      return shareNumbers.keySet().stream()
          .map(number -> Moves.this.shares.get(Integer.parseInt(number) - 1))
          .toList();
    }

    private static String replaced(
        String text, Pattern pattern, Map<String, Integer> numbers, String format) {
      Matcher matcher = pattern.matcher(text);
      StringBuilder result = new StringBuilder();
      while (matcher.find()) {
        int number = numbers.computeIfAbsent(matcher.group(1), old -> numbers.size() + 1);
        matcher.appendReplacement(result, Matcher.quoteReplacement(format.formatted(number)));
      }
      return matcher.appendTail(result).toString();
    }
  }
}
