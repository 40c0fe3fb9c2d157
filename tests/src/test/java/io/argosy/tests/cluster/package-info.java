/** Argosy clusters of real PostgreSQL processes, for the suites to run on. */
package io.argosy.tests.cluster;
