/**
 * Writes whose rows are computed once and then put where they belong: staged in a temporary table
 * on the home node, and moved from there.
 */
package io.argosy.coordinator.write;
