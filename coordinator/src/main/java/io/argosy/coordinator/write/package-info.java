/** Writes whose rows are computed once and then put where they belong. */
package io.argosy.coordinator.write;
