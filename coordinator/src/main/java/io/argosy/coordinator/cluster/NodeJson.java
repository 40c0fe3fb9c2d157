package io.argosy.coordinator.cluster;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Documents that a node answers with. They have the statement's own constants in them, as long as
 * these are, and are nested as deeply as its plan: the limits are for those of strangers.
 */
public final class NodeJson {
  /** Reads and writes them. */
  public static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxStringLength(Integer.MAX_VALUE)
                      .maxNestingDepth(Integer.MAX_VALUE)
                      .build())
              .build());

  private NodeJson() {}
}
