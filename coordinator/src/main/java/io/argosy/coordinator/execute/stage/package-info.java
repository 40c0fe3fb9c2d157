/**
 * Stages: rows moved between the nodes by their key, or computed before the rest, so that a
 * fragment finds them where it runs.
 */
package io.argosy.coordinator.execute.stage;
