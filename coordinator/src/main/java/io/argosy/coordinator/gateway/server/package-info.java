/**
 * The server: Netty's event loop cuts bytes into messages and hands them to one virtual thread for
 * each client, which runs the connection from its first to its last message in plain blocking code.
 * The two meet in {@link io.argosy.coordinator.gateway.server.Inbox} and {@link
 * io.argosy.coordinator.gateway.server.ChannelOutput}, which are both bounded.
 */
package io.argosy.coordinator.gateway.server;
