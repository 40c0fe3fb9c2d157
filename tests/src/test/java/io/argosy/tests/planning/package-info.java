/** How long it takes to plan statements of growing size. */
package io.argosy.tests.planning;
