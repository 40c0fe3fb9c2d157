/** PostgreSQL servers of this process, each with an agent beside it: what a local cluster is of. */
package io.argosy.agent.embedded;
