/**
 * Test suites that drivers have of their own, run on Argosy and on one PostgreSQL: what fails only
 * on Argosy is a difference, which a list explains or a test reports.
 */
package io.argosy.tests.drivers.suites;
