/** What a session tells its client, and the process id that the client knows it by. */
package io.argosy.coordinator.session.client;
