/** Finds out, without changing anything, what would keep a coordinator from serving. */
package io.argosy.server.check;
