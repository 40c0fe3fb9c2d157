/** A running cluster for tests. */
package io.argosy.coordinator.testing;
