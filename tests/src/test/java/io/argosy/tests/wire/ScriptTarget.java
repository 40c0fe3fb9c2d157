package io.argosy.tests.wire;

/** Where scripts run: a server that trusts the user. */
record ScriptTarget(String host, int port, String user, String database) {}
