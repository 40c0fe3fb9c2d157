/** A node behind an agent, as the coordinator sees it. */
package io.argosy.node.remote;
