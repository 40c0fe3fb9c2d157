/** Runs queries on a server, times them, and holds their answers against another server's. */
package io.argosy.tpcd.run;
