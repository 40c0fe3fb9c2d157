/**
 * COPY: reads just enough of a client's data to find the node of each row, and passes the bytes on
 * as they came. What a value means stays PostgreSQL's to say.
 */
package io.argosy.coordinator.statement.copy;
