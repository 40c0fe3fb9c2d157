/** SET, RESET, SHOW, DISCARD, and SELECT with set_config. */
package io.argosy.coordinator.statement.setting;
