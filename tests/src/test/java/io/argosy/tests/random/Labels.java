package io.argosy.tests.random;

import java.util.List;

/** What the branches of a union write so that each of their rows says which branch it is of. */
final class Labels {
  private static final String DOMAIN = "label";
  private static final List<Labels> ALL =
      List.of(
          new Labels(Kind.TEXT, Form.EXACT, List.of("'s'", "'c'", "'w'"), "'s'", "'c'", "'w'"),
          new Labels(
              Kind.TEXT,
              Form.EXACT,
              List.of("'s'", "'c'", "'w'"),
              "'s'::text",
              "'c'",
              "'w'::varchar"),
          new Labels(Kind.INTEGER, Form.EXACT, List.of("1", "2", "3"), "1", "2", "3"),
          new Labels(Kind.INTEGER, Form.LOOSE, List.of("1", "2", "3"), "1", "2.0", "3e0"));

  private final Kind kind;
  private final Form form;
  private final List<String> values;
  private final List<String> written;

  private Labels(Kind kind, Form form, List<String> values, String... written) {
    this.kind = kind;
    this.form = form;
    this.values = values;
    this.written = List.of(written);
  }

  static Labels any(Choices choices) {
    return choices.pick(ALL);
  }

  /** A wish for the label of a branch. */
  Column wish(int branch) {
    return new Column(written.get(branch), kind, DOMAIN, values, form, false);
  }

  /** A condition by which the rows of some branches are read. */
  String condition(Choices choices, String label) {
    String known = choices.pick(written);
    return switch (choices.below(6)) {
      case 3 -> "%s <> %s".formatted(label, known);
      case 4 -> "%s IN (%s, %s)".formatted(label, known, choices.pick(written));
      case 5 -> "%s = %s".formatted(known, label);
      default -> "%s = %s".formatted(label, known);
    };
  }

  /** Whether an output is to be the label of its branch. */
  static boolean isWish(Column like) {
    return like.domain().equals(DOMAIN);
  }

  /** The label that is wished for. */
  static Column wished(Column wish) {
    return new Column(wish.text(), wish.kind(), "", wish.samples(), wish.form(), false);
  }
}
