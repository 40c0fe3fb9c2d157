package io.argosy.node.sample;

import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** How the system's files are read: lines of words and numbers. */
final class Lines {
  private static final Pattern SPACE = Pattern.compile("[ \t]+");

  private Lines() {}

  /** The lines that are whole: one without its end was cut, and so perhaps its last number. */
  static List<String> of(String text) {
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  static String[] words(String line) {
    return SPACE.split(line.strip());
  }

  /** Empty where it is no number, or one that is negative or too large. */
  static OptionalLong number(String word) {
    try {
      long number = Long.parseLong(word);
      return number < 0 ? OptionalLong.empty() : OptionalLong.of(number);
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** The number at a place; empty where there is none. */
  static OptionalLong number(String[] words, int place) {
    return place < words.length ? number(words[place]) : OptionalLong.empty();
  }
}
