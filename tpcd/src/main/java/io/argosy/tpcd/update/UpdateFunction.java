package io.argosy.tpcd.update;

import java.util.Locale;

/** The two update functions of TPC-D (clauses 2.26 and 2.27 of its specification). */
public enum UpdateFunction {
  /** Inserts new orders with their line items. */
  UF1,
  /** Deletes old orders with their line items. */
  UF2;

  /** As options on the command line and the log of updates spell it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
