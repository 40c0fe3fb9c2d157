package io.argosy.tests.regression;

/** Where the tables of the files are placed. */
enum Placing {
  /** Nowhere: the files run as they are. */
  LOCAL,
  /** All are distributed by the first column that can be a key. */
  DISTRIBUTED,
  /** By their names a third is replicated, a third distributed by a later column, a third local. */
  MIXED
}
