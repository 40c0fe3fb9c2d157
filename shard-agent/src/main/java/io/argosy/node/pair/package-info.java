/**
 * Nodes that are reached in two ways: for short statements by an engine in this process, and for
 * what moves many rows through the agent beside the server.
 */
package io.argosy.node.pair;
