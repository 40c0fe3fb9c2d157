/**
 * A node as the coordinator sees it: leased backends that run statements. The same interface is
 * implemented over the frame protocol (an agent beside the node) and in the coordinator's own
 * process (no agent).
 */
package io.argosy.node;
