/**
 * How much the coordinator does at a time, and for how long it waits, so that too much to do makes
 * it slower and not dead.
 */
package io.argosy.coordinator.limit;
