/**
 * The engine that runs requests on one PostgreSQL server: a pool of backends, leases of them, and
 * the exchange of messages that a request is. It runs in an agent or, where none can be installed,
 * in the coordinator.
 */
package io.argosy.node.local;
