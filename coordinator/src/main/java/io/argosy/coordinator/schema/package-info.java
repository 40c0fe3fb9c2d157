/**
 * A new node gets the definitions that the home node has: what it lacks is made from the home
 * node's catalogs, and then the catalogs are compared.
 */
package io.argosy.coordinator.schema;
