package io.argosy.tpcd.compare;

/**
 * A column of a result.
 *
 * @param name its label
 * @param type its type as JDBC names it: {@code numeric}, {@code bpchar}, {@code int8} ..
 */
public record Column(String name, String type) {
  /** Whether values may differ in the last bits, by the order in which they were added up. */
  boolean isFloatingPoint() {
    return type.equals("float8") || type.equals("float4");
  }
}
