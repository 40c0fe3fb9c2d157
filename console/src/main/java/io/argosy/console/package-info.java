/**
 * The web console: a client of the coordinator's SQL endpoint that a browser talks to. It knows
 * nothing else of Argosy, and may do what the role may do that has logged in.
 */
package io.argosy.console;
