/** The encodings of clients: what they send and get is converted here, as PostgreSQL would. */
package io.argosy.protocol.encoding;
