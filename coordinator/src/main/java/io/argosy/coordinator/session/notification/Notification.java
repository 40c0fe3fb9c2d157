package io.argosy.coordinator.session.notification;

/**
 * What a transaction has told.
 *
 * @param processId the process that its client knows, or that of its backend if it has none here
 */
public record Notification(int processId, String channel, String payload) {}
