/**
 * Reports that explain themselves: pages of sections with text, figures, tables and plots, written
 * as one HTML file without anything from elsewhere, and tables as CSV. It knows nothing of what was
 * measured.
 */
package io.argosy.tpcd.report;
