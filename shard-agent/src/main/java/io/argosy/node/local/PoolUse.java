package io.argosy.node.local;

/**
 * How far a server's pool of backends is used.
 *
 * @param leased backends that work for somebody
 * @param idle backends that wait for work
 * @param waiting threads that wait for a backend
 * @param limit how many backends there may be, leased and idle
 */
public record PoolUse(int leased, int idle, int waiting, int limit) {}
