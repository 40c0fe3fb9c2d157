/** Measures the machine that an agent runs on. */
package io.argosy.agent.machine;
