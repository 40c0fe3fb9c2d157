package io.argosy.node;

/**
 * A prepared statement that a backend keeps, so that it is parsed and planned once and not with
 * every request that runs it.
 *
 * @param name nobody else's; each text has its own
 * @param sql one statement
 */
public record KeptStatement(String name, String sql) {}
