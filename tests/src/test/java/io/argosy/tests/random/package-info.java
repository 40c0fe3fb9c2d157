/**
 * Random queries, the same ones for the same seed, compared between one plain PostgreSQL and
 * Argosy. Every query has one right answer: whatever PostgreSQL leaves open (ties that a LIMIT
 * cuts, which of two equal values with different texts is shown) is closed by the way the text is
 * built: see {@link Form}.
 *
 * <p>A query is built from a sequence of choices in which zero is always the simplest one, so that
 * a query that found something shrinks by making its choices smaller.
 */
package io.argosy.tests.random;
