package io.argosy.coordinator.explain;

import io.argosy.coordinator.explain.advice.Advice;
import io.argosy.coordinator.resource.NodeUse;
import io.argosy.coordinator.resource.ResourceReport;
import io.argosy.coordinator.resource.StepUse;
import io.argosy.coordinator.resource.TimeCause;
import io.argosy.coordinator.resource.TimeShares;
import io.argosy.node.ResourceUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What a statement has used, as lines of text. What is nothing is left out. */
final class ResourceLines {
  private static final double PERCENT = 100;
  private static final int BYTES_PER_KILOBYTE = 1024;

  private final ResourceReport report;
  private final List<Advice> advice;
  private final List<String> lines = new ArrayList<>();

  ResourceLines(ResourceReport report, List<Advice> advice) {
    this.report = report;
    this.advice = advice;
  }

  List<String> lines() {
    lines.add("Planning Time: " + milliseconds(report.begin()));
    lines.add("Resources:");
    report.uses().forEach(this::use);
    TimeShares time = report.time();
    lines.add("Time: " + milliseconds(time.total()));
    for (TimeCause cause : TimeCause.values()) {
      if (time.of(cause) > 0) {
        lines.add("  " + share(cause, time));
      }
    }
    report
        .bottleneck()
        .ifPresent(
            most ->
                lines.add(
                    "Limited by: "
                        + most.resource().words()
                        + most.node().map(node -> " of " + node).orElse("")
                        + " ("
                        + percent(most.share())
                        + ")"));
    for (Advice each : advice) {
      lines.add(
          "Advice: "
              + each.what()
              + (each.gain().isPresent()
                  ? " (may save " + percent(each.gain().getAsDouble()) + ")"
                  : ""));
      lines.add("  Evidence: " + each.evidence());
    }
    return lines;
  }

  private void use(StepUse step) {
    NodeUse node = step.use();
    String name = step.step().isEmpty() ? node.node() : step.step() + " on " + node.node();
    List<String> parts = new ArrayList<>();
    parts.add("requests=" + node.requests());
    if (node.known() < node.requests()) {
      parts.add("unknown=" + (node.requests() - node.known()));
    }
    ResourceUse use = node.use();
    time("processor", use.processor(), parts);
    time("kernel", use.system(), parts);
    time("workers", use.workerProcessor(), parts);
    time("queue", use.queue() + use.workerQueue(), parts);
    time("disk", use.disk(), parts);
    time("peers", use.peers(), parts);
    use.files()
        .ifPresent(
            files -> {
              bytes("read", files.fromDisk(), parts);
              bytes("cached", files.fromCache(), parts);
              bytes("written", files.written(), parts);
            });
    bytes("answered", node.rawBytes(), parts);
    bytes("compressed", node.wireBytes(), parts);
    lines.add("  ->  " + name + ": " + String.join(" ", parts));
  }

  private static void time(String what, long nanoseconds, List<String> parts) {
    if (nanoseconds > 0) {
      parts.add(what + "=" + milliseconds(nanoseconds));
    }
  }

  private static void bytes(String what, long bytes, List<String> parts) {
    if (bytes > 0) {
      long rounded = (bytes + BYTES_PER_KILOBYTE - 1) / BYTES_PER_KILOBYTE;
      parts.add(what + "=" + rounded + " kB");
    }
  }

  /** A cause with the nodes that it is about, if these are several. */
  private static String share(TimeCause cause, TimeShares time) {
    Map<String, Long> nodes = time.byNode(cause);
    String where =
        nodes.isEmpty()
            ? ""
            : nodes.entrySet().stream()
                .map(
                    node ->
                        nodes.size() == 1
                            ? node.getKey()
                            : node.getKey() + " " + milliseconds(node.getValue()))
                .collect(Collectors.joining(", ", " on ", ""));
    return cause.words()
        + ": "
        + milliseconds(time.of(cause))
        + " ("
        + percent((double) time.of(cause) / time.total())
        + ")"
        + where;
  }

  private static String milliseconds(long nanoseconds) {
    return String.format(Locale.ROOT, "%.3f ms", Milliseconds.of(nanoseconds));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", PERCENT * share);
  }
}
