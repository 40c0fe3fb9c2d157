/**
 * Statements that are prepared: what a session knows of them, by the protocol and by PREPARE, and
 * until when it holds.
 */
package io.argosy.coordinator.statement.prepared;
