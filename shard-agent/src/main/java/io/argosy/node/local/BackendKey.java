package io.argosy.node.local;

import io.argosy.node.ReadFrom;

/**
 * Backends are interchangeable within a database, a role, as long as that stays what it is, and a
 * kind of server.
 *
 * @param incarnation as in {@link io.argosy.node.SessionOptions}
 */
record BackendKey(String database, String user, String incarnation, ReadFrom readFrom) {}
