/**
 * What the coordinator is doing for its clients and what it has done: noted where it happens, read
 * by metrics, logs and {@code argosy.statements}. Bounded, however many statements there are.
 */
package io.argosy.coordinator.activity;
