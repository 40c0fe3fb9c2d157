package io.argosy.tests.regression;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The refusals that the documentation lists, each with the message of its example. */
final class ListedRefusals {
  private static final Path PAGE = Path.of("..", "docs", "differences.md");
  private static final Pattern ENTRY =
      Pattern.compile(
          "\\*\\*(.+?)\\.\\*\\*[^`]*(?:`[^`]+`[^`]*)*?```\n(.*?)\nERROR:  0A000: (.*?)\n",
          Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("[\\w.$]+");

  /** So much of an example's message must be in a message that is of its kind. */
  private static final double ENOUGH = 0.75;

  private final List<Entry> entries = new ArrayList<>();

  private record Entry(String title, List<String> words) {}

  private ListedRefusals() {}

  static ListedRefusals read() {
    ListedRefusals refusals = new ListedRefusals();
    try {
      Matcher entry = ENTRY.matcher(Files.readString(PAGE));
      while (entry.find()) {
        Set<String> names = new HashSet<>(words(entry.group(2)));
        List<String> words =
            words(entry.group(3)).stream().filter(word -> !names.contains(word)).toList();
        refusals.entries.add(new Entry(entry.group(1), words));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return refusals;
  }

  /** What is refused, by the message: that of an example, but for the names in it. */
  Optional<String> title(String message) {
    List<String> words = words(message);
    Optional<String> best = Optional.empty();
    double bestShare = ENOUGH;
    for (Entry entry : entries) {
      double share = (double) inCommon(entry.words(), words) / entry.words().size();
      if (share >= bestShare) {
        bestShare = share;
        best = Optional.of(entry.title());
      }
    }
    return best;
  }

  private static List<String> words(String text) {
    return WORD.matcher(text)
        .results()
        .map(match -> match.group().toLowerCase(Locale.ROOT))
        .toList();
  }

  /** The length of the longest sequence of words that both have in this order. */
  private static int inCommon(List<String> left, List<String> right) {
    int[][] lengths = new int[left.size() + 1][right.size() + 1];
    for (int i = 1; i <= left.size(); i++) {
      for (int j = 1; j <= right.size(); j++) {
        lengths[i][j] =
            left.get(i - 1).equals(right.get(j - 1))
                ? lengths[i - 1][j - 1] + 1
                : Math.max(lengths[i - 1][j], lengths[i][j - 1]);
      }
    }
    return lengths[left.size()][right.size()];
  }
}
