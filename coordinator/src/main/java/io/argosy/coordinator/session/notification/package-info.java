/** What transactions tell by NOTIFY, and the sessions that listen to it. */
package io.argosy.coordinator.session.notification;
