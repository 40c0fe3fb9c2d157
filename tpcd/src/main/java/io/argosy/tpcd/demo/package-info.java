/** What a demonstration needs servers for, without knowing how they are started. */
package io.argosy.tpcd.demo;
