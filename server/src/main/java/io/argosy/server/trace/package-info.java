/**
 * What statements have done and when, told as traces of OpenTelemetry to who collects them. A trace
 * is made when its statement has ended, from what is known of its requests anyway.
 */
package io.argosy.server.trace;
