/**
 * Peers that do not keep to the protocols: mutated conversations with the port of a coordinator and
 * that of an agent, each a process of its own. What must hold: nobody else is hurt, nothing is done
 * for who has not authenticated, and nothing of it stays.
 */
package io.argosy.tests.hostile;
