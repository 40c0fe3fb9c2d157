/** The command line. */
package io.argosy.server.cli;
