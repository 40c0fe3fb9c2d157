/**
 * What PostgreSQL says: Argosy's metadata on the nodes, and the facts about a statement that the
 * planner reasons with.
 */
package io.argosy.coordinator.catalog;
