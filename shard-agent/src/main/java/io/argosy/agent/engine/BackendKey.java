package io.argosy.agent.engine;

/** Backends are interchangeable within a database and a role. */
record BackendKey(String database, String user) {}
