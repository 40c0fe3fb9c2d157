package io.argosy.tests.random;

/**
 * One SELECT.
 *
 * @param sorted whether it ends with an ORDER BY of its own after which only equal rows are tied
 */
record Block(Query query, boolean sorted) {}
