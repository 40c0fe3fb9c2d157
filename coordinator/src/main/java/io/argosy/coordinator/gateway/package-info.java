/**
 * The PostgreSQL wire protocol as a server speaks it: messages in and out, the state machine of a
 * connection, authentication, cancel keys. What statements mean is behind {@link
 * io.argosy.coordinator.gateway.ClientSession}.
 */
package io.argosy.coordinator.gateway;
