/**
 * Certificates for the links between processes: read from PEM files, read again when those change,
 * and what failed in words for who has to put it right.
 */
package io.argosy.protocol.tls;
