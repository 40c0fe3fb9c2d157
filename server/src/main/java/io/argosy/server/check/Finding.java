package io.argosy.server.check;

/**
 * Something that was looked at.
 *
 * @param subject the node's name, or {@link #CLUSTER} for what concerns several
 * @param outcome how it is
 * @param message what was found
 * @param advice what to do; empty where all is well
 */
public record Finding(String subject, Outcome outcome, String message, String advice) {
  /** The subject of findings that concern several nodes. */
  public static final String CLUSTER = "all nodes";

  /** How what was looked at is. */
  public enum Outcome {
    /** As it should be. */
    OK,
    /** It works, but should be changed. */
    ADVICE,
    /** A coordinator would not start, or would fail statements. */
    WRONG
  }

  static Finding ok(String subject, String message) {
    return new Finding(subject, Outcome.OK, message, "");
  }

  static Finding advice(String subject, String message, String advice) {
    return new Finding(subject, Outcome.ADVICE, message, advice);
  }

  static Finding wrong(String subject, String message, String advice) {
    return new Finding(subject, Outcome.WRONG, message, advice);
  }
}
