/**
 * The same statement on one plain PostgreSQL and on another database that claims to be one:
 * columns, types, rows and errors must be equal. The statements are data ({@code
 * differential/corpus} and {@code differential/dml} in the test resources); every wrong answer that
 * is ever found becomes one more statement there. There is no list of known differences.
 */
package io.argosy.tests.differential;
