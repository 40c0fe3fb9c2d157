package io.argosy.tests.client;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What has become of some of an application's commands, as the page of applications says it.
 *
 * @param commands in Markdown
 */
record Outcome(String commands, String outcome) {
  /** How clients print a refusal: by its SQLSTATE, or the name that they have for it. */
  private static final Pattern REFUSAL = Pattern.compile("(?:0A000|FeatureNotSupported): +(.*)");

  static Outcome works(Iterable<String> commands) {
    return new Outcome(code(commands), "works");
  }

  /**
   * @param how what is another thing than on one PostgreSQL
   */
  static Outcome differs(Iterable<String> commands, String how) {
    return new Outcome(code(commands), "differs: " + how);
  }

  /**
   * @param reason that Argosy gave
   */
  static Outcome refused(String command, String reason) {
    return new Outcome(code(List.of(command)), "refused: " + reason);
  }

  /**
   * The reason for which something was refused.
   *
   * @param said what the application has printed
   * @throws AssertionError if that is no refusal
   */
  static String reason(String said) {
    Matcher refusal = REFUSAL.matcher(said);
    if (!refusal.find()) {
      throw new AssertionError("not refused: " + said);
    }
    return refusal.group(1).strip();
  }

  /**
   * The outcomes of commands: first those that do the same on both, together.
   *
   * @param name what a command is called in the page; empty for one that only prepares others, or
   *     looks at what they have done
   */
  static List<Outcome> of(
      List<ComparedCommand> commands, Function<List<String>, Optional<String>> name) {
    Set<String> works = new LinkedHashSet<>();
    List<Outcome> others = new ArrayList<>();
    for (ComparedCommand compared : commands) {
      Optional<String> called = name.apply(compared.command());
      if (compared.refused()) {
        others.add(refused(called.orElseThrow(), reason(compared.actual())));
      } else {
        called.ifPresent(works::add);
      }
    }
    List<Outcome> outcomes = new ArrayList<>();
    if (!works.isEmpty()) {
      outcomes.add(works(works));
    }
    outcomes.addAll(others);
    return outcomes;
  }

  private static String code(Iterable<String> commands) {
    List<String> code = new ArrayList<>();
    commands.forEach(command -> code.add("`" + command + "`"));
    return code.stream().collect(Collectors.joining(", "));
  }
}
