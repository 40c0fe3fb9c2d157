/**
 * Deadlocks over several nodes: each node sees only its own part of one, so that only the
 * coordinator can find it.
 */
package io.argosy.coordinator.deadlock;
