/** A whole cluster on this machine: embedded PostgreSQL servers, an agent each, a coordinator. */
package io.argosy.server.local;
