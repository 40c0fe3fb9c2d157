/**
 * What the nodes say of themselves, and how much data they have: relations on the home node, which
 * are written before they are read. A node that does not answer holds up nobody for long.
 */
package io.argosy.coordinator.health;
