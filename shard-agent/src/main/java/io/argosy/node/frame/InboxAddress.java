package io.argosy.node.frame;

import java.util.UUID;

/**
 * Where a sender finds an inbox.
 *
 * @param inbox which one
 * @param node the receiving node's name, for messages
 * @param host name or address of its agent
 * @param port the agent's TCP port
 * @param own whether that is the agent of the sender itself
 */
public record InboxAddress(UUID inbox, String node, String host, int port, boolean own) {}
