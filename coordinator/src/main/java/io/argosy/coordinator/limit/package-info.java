/**
 * How much the coordinator does at a time, for how long it waits, and how much it keeps, so that
 * too much to do makes it slower and not dead. Statements are planned here too, on threads of their
 * own, few at a time.
 */
package io.argosy.coordinator.limit;
