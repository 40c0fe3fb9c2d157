/**
 * The nodes' roles as those of the coordinator's clients: who may log in, what they have to show,
 * and what is stored of a new password.
 */
package io.argosy.coordinator.cluster.roles;
