package io.argosy.coordinator.resource;

import io.argosy.node.ResourceUse;
import java.util.Optional;

/** Requests as tests need them. */
final class PlantedRequests {
  private PlantedRequests() {}

  static NodeRequest request(String node, NodeRequest.Kind kind, long begin, long end) {
    return request(node, kind, begin, end, use(end - begin, 0, 0, 0, 0, 0));
  }

  static NodeRequest request(
      String node, NodeRequest.Kind kind, long begin, long end, ResourceUse use) {
    return new NodeRequest("", node, kind, begin, end, 0, 0, Optional.of(use));
  }

  static ResourceUse use(
      long elapsed, long processor, long queue, long workers, long disk, long peers) {
    return new ResourceUse(elapsed, processor, 0, queue, workers, 0, disk, peers, Optional.empty());
  }
}
