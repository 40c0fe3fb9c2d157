/**
 * The settings of a session: those of Argosy, those that the coordinator keeps in place of the
 * nodes, and how all of them are changed.
 */
package io.argosy.coordinator.settings;
