/**
 * Types of users have other numbers on other nodes. What crosses from the home node's numbers,
 * which clients know, to another node's and back is translated here, by name.
 */
package io.argosy.coordinator.cluster.types;
