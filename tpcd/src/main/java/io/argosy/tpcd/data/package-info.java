/** Generates the tables' rows and streams them into a server with COPY. */
package io.argosy.tpcd.data;
