/** Agents and coordinators as processes of the operating system, before real servers. */
package io.argosy.tests.process;
