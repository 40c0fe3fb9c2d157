/**
 * The same statement many times in a row, with other values: sent to the nodes together instead of
 * one by one.
 */
package io.argosy.coordinator.execute.repeat;
