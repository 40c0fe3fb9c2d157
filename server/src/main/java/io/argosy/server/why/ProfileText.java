package io.argosy.server.why;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A profile as lines of text for people: shares as bars, requests on a line of time. */
public final class ProfileText {
  private static final int BAR = 40;
  private static final int NAMES = 34;
  private static final int PERCENT = 100;

  private final JsonNode tree;
  private final double total;
  private final List<String> lines = new ArrayList<>();

  private ProfileText(JsonNode tree) {
    this.tree = tree;
    this.total = Math.max(1e-6, values(tree.path("Causes")).mapToDouble(ProfileText::time).sum());
  }

  /** The lines, none longer than a hundred characters but for statements' own names. */
  public static List<String> lines(StatementProfile profile) {
    ProfileText text = new ProfileText(profile.tree());
    text.head();
    text.causes();
    text.requests();
    text.advice();
    return text.lines;
  }

  private static Stream<JsonNode> values(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private static double time(JsonNode entry) {
    return entry.path("Time").asDouble();
  }

  private void head() {
    String nodes =
        values(tree.path("Nodes")).map(JsonNode::asText).collect(Collectors.joining(", "));
    lines.add(
        String.format(
            Locale.ROOT,
            "%s on %s: %.1f ms, %d rows (and %.1f ms for planning)",
            tree.path("Strategy").asText(),
            nodes,
            total,
            tree.path("Rows").asLong(),
            tree.path("Planning Time").asDouble()));
    String reason = tree.path("Reason").asText();
    if (!reason.isEmpty()) {
      lines.add(reason);
    }
  }

  private void causes() {
    lines.add("");
    lines.add("Where the time went");
    for (JsonNode cause : tree.path("Causes")) {
      double share = time(cause) / total;
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-" + NAMES + "s %9.1f ms %3.0f %%  %s",
              cause.path("Cause").asText(),
              time(cause),
              PERCENT * share,
              "#".repeat((int) Math.round(BAR * share))));
    }
    JsonNode limit = tree.path("Limit");
    if (!limit.isMissingNode()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "Limited by: %s%s (%.0f %%)",
              limit.path("Resource").asText(),
              limit.has("Node") ? " of " + limit.path("Node").asText() : "",
              PERCENT * limit.path("Share").asDouble()));
    }
  }

  private void requests() {
    if (tree.path("Requests").isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("What the nodes did, and when");
    lines.add(
        String.format(
            Locale.ROOT, "  %-" + NAMES + "s 0%" + BAR + "s", "", String.format("%.0f ms", total)));
    for (JsonNode request : tree.path("Requests")) {
      String name =
          request.path("Node").asText()
              + " "
              + request.path("Kind").asText()
              + (request.has("Step") ? " " + request.path("Step").asText() : "");
      double begin = request.path("Begin").asDouble();
      double end = request.path("End").asDouble();
      int from = Math.min(BAR - 1, column(begin));
      int until = Math.max(from + 1, column(end));
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-" + NAMES + "s |%s%s%s| %.1f ms",
              name,
              " ".repeat(from),
              "=".repeat(until - from),
              " ".repeat(Math.max(0, BAR - until)),
              end - begin));
    }
  }

  private int column(double milliseconds) {
    return (int) Math.clamp(Math.round(BAR * milliseconds / total), 0, BAR);
  }

  private void advice() {
    lines.add("");
    if (tree.path("Advice").isEmpty()) {
      lines.add("Nothing was found that would make it faster.");
      return;
    }
    lines.add("What would help");
    for (JsonNode advice : tree.path("Advice")) {
      String gain =
          advice.has("Gain")
              ? String.format(
                  Locale.ROOT, " (may save %.0f %%)", PERCENT * advice.path("Gain").asDouble())
              : "";
      lines.add("  " + advice.path("Action").asText() + gain);
      lines.add("      since " + advice.path("Evidence").asText());
    }
  }
}
