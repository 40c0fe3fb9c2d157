/** DECLARE, and the cursors that it has made as portals of the protocol. */
package io.argosy.coordinator.statement.cursor;
