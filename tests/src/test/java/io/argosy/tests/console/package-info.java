/** The web console over a real cluster: what it answers, and what it looks like in a browser. */
package io.argosy.tests.console;
