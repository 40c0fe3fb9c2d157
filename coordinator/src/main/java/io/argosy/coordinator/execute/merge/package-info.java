/**
 * One answer from those of several nodes: their rows one after the other, in order, or computed by
 * a last step in PostgreSQL.
 */
package io.argosy.coordinator.execute.merge;
