package io.argosy.tests.differential;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the comment lines that start with {@code --@} say about the statement below them.
 *
 * <pre>
 * --@ ordered              the ORDER BY is total
 * --@ sorted-by 1,2        the result is ordered by these columns, with ties
 * --@ cut-ties 1,2         the same, and a LIMIT may cut through a tie
 * --@ shape                only columns and the number of rows are determined
 * --@ error 22012          the statement fails with this SQLSTATE
 * --@ strategy PUSHDOWN    the strategy that EXPLAIN must name on a distributed database
 * --@ params int:5, text:a the values of the prepared statement's parameters, separated by comma and space
 * --@ repeat 7             executes a prepared statement so many times; the last result is compared
 * --@ setup                belongs to every selection of the file's statements (SET, PREPARE, CREATE)
 * --@ placement            runs on a distributed database only
 * --@ refused what         is refused by a distributed database; what is refused, for the documentation
 * --@ why because          why it is refused; several lines are one text
 * </pre>
 *
 * @param errorState the SQLSTATE that the statement must fail with, empty if it must succeed
 */
public record Directives(
    RowOrder order,
    Optional<String> errorState,
    Optional<String> strategy,
    List<Parameter> parameters,
    int repeat,
    boolean setup,
    boolean placement,
    Optional<Refusal> refusal) {

  /**
   * What PostgreSQL does and Argosy refuses.
   *
   * @param what the kind of statement, as a title
   * @param why the reason, in sentences
   */
  public record Refusal(String what, String why) {}

  /** Reads the lines without their {@code --@}. */
  public static Directives parse(List<String> lines) {
    RowOrder order = new RowOrder.Unordered();
    Optional<String> errorState = Optional.empty();
    Optional<String> strategy = Optional.empty();
    List<Parameter> parameters = new ArrayList<>();
    int repeat = 1;
    boolean setup = false;
    boolean placement = false;
    Optional<String> refused = Optional.empty();
    List<String> why = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.strip().split("\\s+", 2);
      String argument = words.length > 1 ? words[1].strip() : "";
      switch (words[0]) {
        case "ordered" -> order = new RowOrder.Total();
        case "sorted-by" -> order = new RowOrder.SortedBy(columns(argument));
        case "cut-ties" -> order = new RowOrder.CutTies(columns(argument));
        case "shape" -> order = new RowOrder.Shape();
        case "error" -> errorState = Optional.of(argument);
        case "strategy" -> strategy = Optional.of(argument);
        case "params" ->
            Arrays.stream(argument.split(", ")).map(Parameter::parse).forEach(parameters::add);
        case "repeat" -> repeat = Integer.parseInt(argument);
        case "setup" -> setup = true;
        case "placement" -> placement = true;
        case "refused" -> refused = Optional.of(argument);
        case "why" -> why.add(argument);
        default -> throw new IllegalArgumentException("unknown directive: " + line);
      }
    }
    if (refused.isPresent() == why.isEmpty()) {
      throw new IllegalArgumentException("refused and why belong together: " + lines);
    }
    return new Directives(
        order,
        errorState,
        strategy,
        List.copyOf(parameters),
        repeat,
        setup,
        placement,
        refused.map(what -> new Refusal(what, String.join(" ", why))));
  }

  private static List<Integer> columns(String argument) {
    return Arrays.stream(argument.split(",")).map(String::strip).map(Integer::valueOf).toList();
  }
}
