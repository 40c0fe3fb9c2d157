/**
 * PostgreSQL's own regression files, run on Argosy and on one PostgreSQL at the same time and
 * compared statement by statement. The files come from the source package of the distribution when
 * the tests run; nothing of them is kept here.
 */
package io.argosy.tests.regression;
