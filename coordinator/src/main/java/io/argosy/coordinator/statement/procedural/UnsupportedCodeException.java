package io.argosy.coordinator.statement.procedural;

/** A block that only PostgreSQL could run. Its message names what is in the way. */
public final class UnsupportedCodeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * What keeps the coordinator from running a block.
   *
   * @param obstacle what is in the way
   */
  public UnsupportedCodeException(String obstacle) {
    super(obstacle);
  }
}
