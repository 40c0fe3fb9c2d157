package io.argosy.tests.effects;

/**
 * One combination of the matrix.
 *
 * @param target where the rows of the statement's table live
 * @param other where those live that what is set off reads or writes
 */
record Cell(SetOff setOff, Place target, Place other, MatrixStatement statement) {
  @Override
  public String toString() {
    return "%s on a %s table (other: %s): %s"
        .formatted(
            setOff,
            target.name().toLowerCase(java.util.Locale.ROOT),
            other.name().toLowerCase(java.util.Locale.ROOT),
            statement);
  }
}
