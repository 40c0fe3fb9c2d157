/** Why a statement takes as long as it does, for people: a client of a coordinator's EXPLAIN. */
package io.argosy.server.why;
