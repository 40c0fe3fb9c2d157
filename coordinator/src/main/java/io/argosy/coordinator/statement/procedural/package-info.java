/**
 * Blocks of PL/pgSQL that the coordinator runs itself: it reads the block, keeps its variables and
 * follows its control flow, and has the session run each statement and each expression of it, which
 * so reach the nodes like a client's own. What it does not know for certain it refuses before
 * anything has run. The language is that of PostgreSQL's manual, chapter "PL/pgSQL".
 */
package io.argosy.coordinator.statement.procedural;
