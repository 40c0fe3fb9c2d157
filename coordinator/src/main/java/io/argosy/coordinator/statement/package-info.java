/**
 * What the words of a statement say: its kind, the objects that it names, and the functions that it
 * calls.
 */
package io.argosy.coordinator.statement;
