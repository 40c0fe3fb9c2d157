package io.argosy.tpcd;

/**
 * The benchmark cannot go on, and the user can do something about it: SQLSTATE, message and hint
 * say what is wrong and what to do.
 */
public final class BenchmarkException extends RuntimeException {
  private final String sqlState;
  private final String problem;
  private final String hint;

  /**
   * @param sqlState the code by which PostgreSQL would tell it
   * @param problem what is wrong
   * @param hint what to do about it; null if that is not known
   */
  public BenchmarkException(String sqlState, String problem, String hint) {
    super(problem + (hint == null ? "" : "\n  hint: " + hint));
    this.sqlState = sqlState;
    this.problem = problem;
    this.hint = hint;
  }

  public String sqlState() {
    return sqlState;
  }

  /** What is wrong, and in the next line what to do about it. */
  public String explanation() {
    return problem + (hint == null ? "" : System.lineSeparator() + hint);
  }
}
