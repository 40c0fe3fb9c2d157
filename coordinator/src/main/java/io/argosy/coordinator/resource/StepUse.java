package io.argosy.coordinator.resource;

/**
 * What a node has used for a step.
 *
 * @param step the stage's table; empty for what belongs to none
 * @param begin when its first request was sent, in nanoseconds since the statement's start
 * @param end when its last request was answered
 */
public record StepUse(String step, long begin, long end, NodeUse use) {
  static StepUse of(NodeRequest request) {
    return new StepUse(request.step(), request.begin(), request.end(), NodeUse.of(request));
  }

  /** Both together, of the same step and node. */
  StepUse plus(StepUse other) {
    return new StepUse(
        step, Math.min(begin, other.begin), Math.max(end, other.end), use.plus(other.use));
  }
}
