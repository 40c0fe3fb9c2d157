package io.argosy.coordinator.wire;

/** The version of the product, which clients see as {@code SHOW argosy.version}. */
public final class ProductVersion {
  public static final String TEXT = "0.1.0";

  private ProductVersion() {}
}
