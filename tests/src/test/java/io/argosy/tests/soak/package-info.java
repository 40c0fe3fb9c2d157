/**
 * Many clients for a long time, who do all that clients do, while agents are killed and clients and
 * processes of clients vanish. What must hold: every answer is right or a clear error, nobody waits
 * for ever, and in the end nothing is left.
 */
package io.argosy.tests.soak;
