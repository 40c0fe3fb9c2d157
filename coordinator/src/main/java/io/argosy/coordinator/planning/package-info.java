/** Where statements are read and planned: on threads of their own, few at a time. */
package io.argosy.coordinator.planning;
