/** Who a client is, and how it proves it: trust or SCRAM-SHA-256 as a server plays it. */
package io.argosy.protocol.authentication;
