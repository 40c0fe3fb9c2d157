package io.argosy.coordinator.execute;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;

/**
 * A statement shipped to a node.
 *
 * @param node the node's position
 * @param session the backend that runs it
 */
public record Fragment(int node, NodeSession session, Request request) {}
