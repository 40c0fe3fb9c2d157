package io.argosy.planner.effects;

/**
 * Where something may run that a statement sets off. The kinds stand from the best to the worst.
 */
public sealed interface Verdict {
  /** It runs as it is wherever the statement runs: it sees what it needs there. */
  record Local() implements Verdict {}

  /** It gives values that are computed once for all nodes. */
  record ComputedOnce() implements Verdict {}

  /** Its query is planned as a part of the statement. */
  record Planned() implements Verdict {}

  /**
   * The change is computed where everything can be seen.
   *
   * @param reason why, in words
   */
  record Whole(String reason) implements Verdict {}

  /**
   * The statement cannot be run.
   *
   * @param message what an error says
   * @param hint what to do about it
   */
  record Refused(String sqlState, String message, String hint) implements Verdict {
    /** A refusal of something that Argosy does not have. */
    static Refused unsupported(String message, String hint) {
      return new Refused("0A000", message, hint);
    }
  }

  /** The worse of two. */
  default Verdict worse(Verdict other) {
    return other.rank() > rank() ? other : this;
  }

  private int rank() {
    return switch (this) {
      case Local ignored -> 0;
      case ComputedOnce ignored -> 1;
      case Planned ignored -> 2;
      case Whole ignored -> 3;
      case Refused ignored -> 4;
    };
  }
}
