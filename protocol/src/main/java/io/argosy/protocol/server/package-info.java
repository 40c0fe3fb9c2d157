/**
 * The messages of PostgreSQL's frontend/backend protocol as bytes: decoding of what clients send
 * and encoding of what a server answers. No state, no I/O.
 */
package io.argosy.protocol.server;
