package io.argosy.tests.client;

/** Rows of a distributed table, locked on several nodes. */
class LockedRowsOnArgosyTest extends LockedRowsSuite {
  LockedRowsOnArgosyTest() {
    super(Target.ARGOSY);
  }
}
