/**
 * Rows on their way from a query on one node into a table on another: routed row by row, gathered
 * into blocks of binary COPY, and kept in an inbox until they can be loaded. Nothing in here knows
 * a network or a server: a {@link io.argosy.node.move.RowSink} leads to an inbox wherever it is,
 * and a {@link io.argosy.node.move.CopyTarget} to a backend.
 */
package io.argosy.node.move;
