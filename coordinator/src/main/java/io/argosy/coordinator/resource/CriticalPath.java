package io.argosy.coordinator.resource;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The requests, one behind the other, that made a statement take as long as it did: seen from its
 * end, the one that was answered last, before that the one that had been answered last when that
 * one was sent, and so on. What lies between them is the coordinator's.
 */
public final class CriticalPath {
  /**
   * A part of the path.
   *
   * @param request empty while no node was asked anything
   * @param nanoseconds how long it is
   */
  public record Section(Optional<NodeRequest> request, long nanoseconds) {}

  private CriticalPath() {}

  /**
   * The path's parts from its start to its end. Together they are as long as the time between.
   *
   * @param begin where it begins, as the requests tell times
   * @param end where it ends
   */
  public static List<Section> of(Collection<NodeRequest> requests, long begin, long end) {
    List<NodeRequest> byEnd =
        requests.stream()
            .map(request -> withoutWaiting(request, requests))
            .filter(request -> request.end() > begin && request.begin() < end)
            .sorted(Comparator.comparing(NodeRequest::end).reversed())
            .toList();
    List<Section> sections = new ArrayList<>();
    long at = end;
    for (NodeRequest request : byEnd) {
      if (request.begin() >= at) {
        continue;
      }
      long from = Math.max(request.begin(), begin);
      long until = Math.min(request.end(), at);
      if (until < at) {
        sections.addFirst(new Section(Optional.empty(), at - until));
      }
      sections.addFirst(new Section(Optional.of(request), until - from));
      at = from;
    }
    if (at > begin) {
      sections.addFirst(new Section(Optional.empty(), at - begin));
    }
    return sections;
  }

  /**
   * What loads rows waits for them: until the last of them has come, those who make them are what
   * the time goes to.
   */
  private static NodeRequest withoutWaiting(NodeRequest request, Collection<NodeRequest> requests) {
    if (request.kind() != NodeRequest.Kind.LOAD) {
      return request;
    }
    long lastRow =
        requests.stream()
            .filter(other -> other.kind() != NodeRequest.Kind.LOAD)
            .mapToLong(NodeRequest::end)
            .filter(end -> end < request.end())
            .max()
            .orElse(request.begin());
    return request.from(Math.max(request.begin(), lastRow));
  }
}
