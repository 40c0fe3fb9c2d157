package io.argosy.tpcd.oltp;

import java.sql.SQLException;
import java.util.random.RandomGenerator;

/** A transaction that is executed again and again with other values, on one connection. */
interface Transaction {
  /** Chooses the values of the next execution. */
  void draw(RandomGenerator random);

  /** Executes it, from its begin to its commit. The same values stay for another attempt. */
  void execute() throws SQLException;
}
