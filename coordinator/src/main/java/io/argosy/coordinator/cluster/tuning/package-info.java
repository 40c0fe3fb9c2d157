/**
 * Which planner settings the fragments of a node run with, from what the node is measured to be.
 */
package io.argosy.coordinator.cluster.tuning;
