package io.argosy.agent.engine;

import io.argosy.agent.node.ReadFrom;

/**
 * Backends are interchangeable within a database, a role, as long as that stays what it is, and a
 * kind of server.
 *
 * @param incarnation as in {@link io.argosy.agent.node.SessionOptions}
 */
record BackendKey(String database, String user, String incarnation, ReadFrom readFrom) {}
