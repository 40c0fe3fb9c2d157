/**
 * The files that agents and coordinators are configured by: read strictly, so that a mistake is
 * told with its place in the document instead of being passed over.
 */
package io.argosy.server.config;
