/**
 * The agent: a server that lends backends of its PostgreSQL to coordinators, one per stream, and
 * keeps rows of other agents in inboxes until a backend loads them.
 */
package io.argosy.agent.server;
