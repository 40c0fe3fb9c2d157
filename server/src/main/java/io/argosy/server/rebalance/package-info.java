/** Rows that move from node to node through a coordinator until each node has its share. */
package io.argosy.server.rebalance;
