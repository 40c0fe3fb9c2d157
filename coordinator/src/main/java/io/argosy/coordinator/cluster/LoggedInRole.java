package io.argosy.coordinator.cluster;

/**
 * Whom a client has logged in as. What is kept for later clients of the role (backends, plans) is
 * kept for the same incarnation only.
 *
 * @param name the role's name
 * @param incarnation changes when another role gets the name, and when the settings change that
 *     PostgreSQL gives the role at login
 */
public record LoggedInRole(String name, String incarnation) {}
