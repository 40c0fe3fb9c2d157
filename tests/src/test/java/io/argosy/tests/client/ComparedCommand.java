package io.argosy.tests.client;

import java.util.List;

/**
 * A command that was run on one PostgreSQL and on Argosy.
 *
 * @param expected how it has ended on PostgreSQL, and what it said
 * @param actual the same on Argosy
 * @param refused whether it is one that Argosy refuses
 */
record ComparedCommand(List<String> command, String expected, String actual, boolean refused) {}
