/**
 * Deadlocks over several nodes: each node sees only its own part of one, so that only coordinators
 * can find it, by what they know together.
 */
package io.argosy.coordinator.transaction.deadlock;
