/** The rules of the house: which package and which module may know which. */
package io.argosy.tests.architecture;
