/**
 * What requests use of the machine that their PostgreSQL server runs on, as Linux tells it of the
 * server's processes. Without it, or where the server's processes cannot be seen, all works as
 * before, and nothing is known of the use.
 */
package io.argosy.node.resource;
