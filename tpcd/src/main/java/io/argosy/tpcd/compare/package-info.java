/** Says whether two servers gave the same answer, and where they first differ. */
package io.argosy.tpcd.compare;
