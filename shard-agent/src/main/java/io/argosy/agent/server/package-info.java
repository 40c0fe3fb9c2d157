/** The agent: a server that lends backends of its PostgreSQL to coordinators, one per stream. */
package io.argosy.agent.server;
