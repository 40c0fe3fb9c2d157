/** Analytic suites of others: the answers of one PostgreSQL, and the times beside it. */
package io.argosy.tests.analytic;
