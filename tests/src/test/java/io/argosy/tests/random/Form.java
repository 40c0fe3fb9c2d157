package io.argosy.tests.random;

/** What is known of values that PostgreSQL calls equal. */
enum Form {
  /** They have the same text. */
  EXACT,
  /** Of char(n): those of one column have the same text, those of two may not. */
  PADDED,
  /**
   * They may have different texts: 1 and 1.0, 0 and -0, 'a' and 'A' in a collation that does not
   * tell them apart. Which of them a group or a set operation returns is left open.
   */
  LOOSE;

  /** The text of a value of this form as one of which equal ones have the same text. */
  String exact(Kind kind, String text) {
    return switch (this) {
      case EXACT -> text;
      case PADDED -> text + "::text";
      case LOOSE -> kind.exact(text);
    };
  }

  /** The form of a column whose values come from two. */
  Form with(Form other) {
    return this == EXACT && other == EXACT ? EXACT : LOOSE;
  }
}
