/** What a browser asks for, and what is refused before anything is done for it. */
package io.argosy.console.http;
