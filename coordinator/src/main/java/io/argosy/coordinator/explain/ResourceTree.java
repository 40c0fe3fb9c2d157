package io.argosy.coordinator.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.argosy.coordinator.explain.advice.Advice;
import io.argosy.coordinator.resource.CriticalPath;
import io.argosy.coordinator.resource.NodeRequest;
import io.argosy.coordinator.resource.NodeUse;
import io.argosy.coordinator.resource.ResourceReport;
import io.argosy.coordinator.resource.TimeCause;
import io.argosy.coordinator.resource.TimeShares;
import io.argosy.node.ResourceUse;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What a statement has used, as a tree. Times are in milliseconds, sizes in bytes. */
final class ResourceTree {

  private ResourceTree() {}

  static void add(ResourceReport report, List<Advice> advice, ObjectNode object) {
    object.put("Planning Time", Milliseconds.of(report.begin()));
    ArrayNode uses = object.putArray("Resources");
    report.uses().forEach(step -> use(step.step(), step.use(), uses.addObject()));
    ArrayNode requests = object.putArray("Requests");
    report.requests().forEach(request -> request(request, report.begin(), requests.addObject()));
    ArrayNode path = object.putArray("Path");
    report.path().forEach(section -> section(section, report.begin(), path.addObject()));
    TimeShares time = report.time();
    ArrayNode causes = object.putArray("Causes");
    for (TimeCause cause : causes(time)) {
      ArrayNode nodes = cause(cause, time, causes.addObject()).putArray("Nodes");
      time.byNode(cause)
          .forEach(
              (node, part) ->
                  nodes.addObject().put("Node", node).put("Time", Milliseconds.of(part)));
    }
    object.put("Explained Share", time.explained());
    report
        .bottleneck()
        .ifPresent(
            most -> {
              ObjectNode limit = object.putObject("Limit").put("Resource", most.resource().words());
              most.node().ifPresent(node -> limit.put("Node", node));
              limit.put("Share", most.share());
            });
    ArrayNode advised = object.putArray("Advice");
    for (Advice each : advice) {
      ObjectNode entry =
          advised.addObject().put("Action", each.what()).put("Evidence", each.evidence());
      each.gain().ifPresent(gain -> entry.put("Gain", gain));
    }
  }

  /** A part of the path that made the statement take as long as it did. */
  private static void section(CriticalPath.Section section, long begin, ObjectNode object) {
    section
        .request()
        .ifPresent(
            request -> {
              if (!request.step().isEmpty()) {
                object.put("Step", request.step());
              }
              object
                  .put("Node", request.node())
                  .put("Kind", kind(request))
                  .put("Begin", Milliseconds.of(request.begin() - begin))
                  .put("End", Milliseconds.of(request.end() - begin));
            });
    object.put("Time", Milliseconds.of(section.nanoseconds()));
    TimeShares time = TimeShares.of(List.of(section), 0, 0, 0);
    ArrayNode causes = object.putArray("Causes");
    causes(time).forEach(cause -> cause(cause, time, causes.addObject()));
  }

  private static List<TimeCause> causes(TimeShares time) {
    return Stream.of(TimeCause.values()).filter(cause -> time.of(cause) > 0).toList();
  }

  private static ObjectNode cause(TimeCause cause, TimeShares time, ObjectNode object) {
    return object.put("Cause", cause.words()).put("Time", Milliseconds.of(time.of(cause)));
  }

  private static String kind(NodeRequest request) {
    return request.kind().name().toLowerCase(Locale.ROOT);
  }

  private static void use(String step, NodeUse use, ObjectNode object) {
    if (!step.isEmpty()) {
      object.put("Step", step);
    }
    object.put("Node", use.node()).put("Requests", use.requests()).put("Known", use.known());
    used(use.use(), object);
    object.put("Bytes", use.rawBytes()).put("Compressed Bytes", use.wireBytes());
  }

  private static void request(NodeRequest request, long begin, ObjectNode object) {
    if (!request.step().isEmpty()) {
      object.put("Step", request.step());
    }
    object
        .put("Node", request.node())
        .put("Kind", kind(request))
        .put("Begin", Milliseconds.of(request.begin() - begin))
        .put("End", Milliseconds.of(request.end() - begin))
        .put("Bytes", request.rawBytes())
        .put("Compressed Bytes", request.wireBytes());
    request.use().ifPresent(use -> used(use, object));
  }

  private static void used(ResourceUse use, ObjectNode object) {
    object
        .put("Processor Time", Milliseconds.of(use.processor()))
        .put("Kernel Time", Milliseconds.of(use.system()))
        .put("Worker Time", Milliseconds.of(use.workerProcessor()))
        .put("Queue Time", Milliseconds.of(use.queue() + use.workerQueue()))
        .put("Disk Time", Milliseconds.of(use.disk()))
        .put("Peer Time", Milliseconds.of(use.peers()));
    use.files()
        .ifPresent(
            files ->
                object
                    .put("Disk Read Bytes", files.fromDisk())
                    .put("Cache Read Bytes", files.fromCache())
                    .put("Written Bytes", files.written()));
  }
}
