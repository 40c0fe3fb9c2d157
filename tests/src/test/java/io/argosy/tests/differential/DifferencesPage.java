package io.argosy.tests.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page of the documentation that says what differs from one PostgreSQL. Each of its sections is
 * what a test has found: the test writes it when it runs with {@code -Dgolden.update=true}, and
 * compares it otherwise.
 */
public final class DifferencesPage {
  private static final Path PAGE = Path.of("..", "docs", "differences.md");
  private static final Pattern MARK = Pattern.compile("(?m)^<!-- section (\\S+) -->\n");

  private static final String HEAD =
      """
      # What differs from one PostgreSQL

      A statement has the result that one PostgreSQL gives, or it is refused with SQLSTATE 0A000 and
      nothing has changed. This page says what is refused and why, what may differ without being wrong,
      and what was compared. Tests write it and run every example of it: do not edit.

      """;

  private DifferencesPage() {}

  /**
   * Compares a section with what a test has found, or writes it.
   *
   * @param name the section's; sections stand in the order of their names
   * @param text the whole section in Markdown, from its title on
   */
  public static synchronized void check(String name, String text) {
    String section = text.strip() + "\n";
    if (Boolean.getBoolean("golden.update")) {
      Map<String, String> sections = sections();
      sections.put(name, section);
      write(sections);
    }
    assertThat(section)
        .as("section %s of %s, which -Dgolden.update=true writes", name, PAGE)
        .isEqualTo(sections().get(name));
  }

  /** Sees that the sections whose names begin so are these, or removes the others. */
  public static synchronized void checkNames(String beginning, List<String> names) {
    Map<String, String> sections = sections();
    if (Boolean.getBoolean("golden.update")) {
      sections.keySet().removeIf(name -> name.startsWith(beginning) && !names.contains(name));
      write(sections);
    }
    assertThat(sections.keySet().stream().filter(name -> name.startsWith(beginning)))
        .as("sections of %s", PAGE)
        .containsExactlyInAnyOrderElementsOf(names);
  }

  private static TreeMap<String, String> sections() {
    TreeMap<String, String> sections = new TreeMap<>();
    try {
      String page = Files.exists(PAGE) ? Files.readString(PAGE) : "";
      Matcher mark = MARK.matcher(page);
      List<MatchResult> marks = mark.results().toList();
      for (int i = 0; i < marks.size(); i++) {
        int end = i + 1 < marks.size() ? marks.get(i + 1).start() : page.length();
        sections.put(marks.get(i).group(1), page.substring(marks.get(i).end(), end).strip() + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sections;
  }

  private static void write(Map<String, String> sections) {
    StringBuilder page = new StringBuilder(HEAD);
    sections.forEach(
        (name, text) ->
            page.append("<!-- section ").append(name).append(" -->\n").append(text).append("\n"));
    try {
      Files.writeString(PAGE, page.toString().strip() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
