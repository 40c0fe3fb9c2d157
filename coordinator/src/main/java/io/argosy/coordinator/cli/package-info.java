/** The command line. */
package io.argosy.coordinator.cli;
