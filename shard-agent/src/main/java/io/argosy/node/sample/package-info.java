/**
 * Samples what the machine does, once a second, from the files in which Linux tells it. They are
 * kept open and read as they are, not by a library such as OSHI, which takes four times as long and
 * has neither pressure nor control groups. What cannot be read is missing.
 */
package io.argosy.node.sample;
