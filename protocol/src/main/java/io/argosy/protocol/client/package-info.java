/** The PostgreSQL frontend/backend protocol, version 3, seen from the client's side. */
package io.argosy.protocol.client;
