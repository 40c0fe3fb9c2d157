/** Who has logged in, and the connections that they have to the coordinator. */
package io.argosy.console.session;
