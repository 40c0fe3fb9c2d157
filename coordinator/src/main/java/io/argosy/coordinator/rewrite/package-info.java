/**
 * What ALTER TABLE puts into rows that are there: the same as on one PostgreSQL, though every node
 * rewrites its own rows.
 */
package io.argosy.coordinator.rewrite;
