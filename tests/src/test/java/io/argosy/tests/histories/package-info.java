/**
 * Histories of concurrent transactions over lists, and what can be inferred from them: Elle's idea
 * (Kingsbury and Alvaro, "Elle: Inferring Isolation Anomalies from Experimental Observations",
 * 2020). Every value is appended once, so a list that was read tells who has written it, and in
 * which order.
 */
package io.argosy.tests.histories;
