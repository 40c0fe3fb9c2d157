package io.argosy.lab.architecture;

import java.util.ArrayList;
import java.util.List;

/**
 * A graph of translators as a process of GlusterFS reads it from a file. The last one added is the
 * top, which the process serves or mounts.
 */
final class VolumeGraph {
  private final StringBuilder text = new StringBuilder();
  private final List<String> open = new ArrayList<>();

  /**
   * Adds a translator that stands on no other.
   *
   * @param options names with their values, {@code "option value"}
   */
  VolumeGraph leaf(String name, String type, String... options) {
    return volume(name, type, List.of(), options);
  }

  /** Adds a translator over those that no other stands on yet. */
  VolumeGraph over(String name, String type, String... options) {
    List<String> below = List.copyOf(open);
    open.clear();
    return volume(name, type, below, options);
  }

  private VolumeGraph volume(String name, String type, List<String> below, String... options) {
    text.append("volume ").append(name).append("\n  type ").append(type).append('\n');
    for (String option : options) {
      text.append("  option ").append(option).append('\n');
    }
    if (!below.isEmpty()) {
      text.append("  subvolumes ").append(String.join(" ", below)).append('\n');
    }
    text.append("end-volume\n");
    open.add(name);
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
