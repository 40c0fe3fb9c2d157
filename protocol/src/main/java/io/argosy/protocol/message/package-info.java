/** What clients and servers tell each other: messages, fields of rows, and errors. */
package io.argosy.protocol.message;
