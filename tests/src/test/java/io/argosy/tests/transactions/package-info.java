/**
 * Random sequences of transactions, the same ones for the same seed, compared statement by
 * statement between one plain PostgreSQL and Argosy. Every statement has one right effect: which of
 * several rows an UPDATE takes its values from, or an ON CONFLICT keeps, is never left open.
 */
package io.argosy.tests.transactions;
