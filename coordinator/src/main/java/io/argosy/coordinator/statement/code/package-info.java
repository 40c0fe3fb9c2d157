/**
 * DO, CALL and functions whose statements the coordinator runs, each as if a client had sent it.
 */
package io.argosy.coordinator.statement.code;
