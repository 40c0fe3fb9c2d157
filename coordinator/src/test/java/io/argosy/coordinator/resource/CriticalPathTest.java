package io.argosy.coordinator.resource;

import static io.argosy.coordinator.resource.NodeRequest.Kind.LOAD;
import static io.argosy.coordinator.resource.NodeRequest.Kind.SEND;
import static io.argosy.coordinator.resource.NodeRequest.Kind.STATEMENT;
import static io.argosy.coordinator.resource.PlantedRequests.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CriticalPathTest {
  private static List<String> path(long begin, long end, NodeRequest... requests) {
    return CriticalPath.of(List.of(requests), begin, end).stream()
        .map(
            section ->
                section.request().map(NodeRequest::node).orElse("-") + " " + section.nanoseconds())
        .toList();
  }

  @Test
  void nothingAskedIsTheCoordinators() {
    assertThat(path(5, 30)).containsExactly("- 25");
    assertThat(path(5, 5)).isEmpty();
  }

  @Test
  void theSlowestOfSeveralNodesIsWhatIsWaitedFor() {
    assertThat(
            path(
                0,
                100,
                request("a", STATEMENT, 10, 60),
                request("b", STATEMENT, 10, 90),
                request("c", STATEMENT, 10, 40)))
        .containsExactly("- 10", "b 80", "- 10");
  }

  @Test
  void stepsAreOneBehindTheOther() {
    assertThat(
            path(
                0,
                100,
                request("a", SEND, 0, 30),
                request("b", SEND, 0, 50),
                request("a", STATEMENT, 55, 100),
                request("b", STATEMENT, 55, 80)))
        .containsExactly("b 50", "- 5", "a 45");
  }

  @Test
  void whoLoadsWaitsForThoseWhoSend() {
    assertThat(path(0, 100, request("a", SEND, 0, 80), request("b", LOAD, 10, 100)))
        .containsExactly("a 80", "b 20");
    assertThat(path(0, 100, request("b", LOAD, 10, 100))).containsExactly("- 10", "b 90");
  }

  @Test
  void requestsOutsideAreCutOrLeftOut() {
    assertThat(path(20, 70, request("a", STATEMENT, 0, 40), request("b", STATEMENT, 60, 100)))
        .containsExactly("a 20", "- 20", "b 10");
    assertThat(path(50, 70, request("a", STATEMENT, 0, 40))).containsExactly("- 20");
  }

  @Test
  void thePathIsAsLongAsTheTime() {
    Random random = new Random(3);
    for (int round = 0; round < 2000; round++) {
      NodeRequest[] requests = new NodeRequest[random.nextInt(8)];
      for (int i = 0; i < requests.length; i++) {
        long begin = random.nextInt(120);
        NodeRequest.Kind kind = NodeRequest.Kind.values()[random.nextInt(3)];
        requests[i] = request("n", kind, begin, begin + random.nextInt(60));
      }
      assertThat(CriticalPath.of(List.of(requests), 20, 130))
          .allMatch(section -> section.nanoseconds() >= 0)
          .extracting(CriticalPath.Section::nanoseconds)
          .satisfies(
              lengths ->
                  assertThat(lengths.stream().mapToLong(Long::longValue).sum()).isEqualTo(110));
    }
  }
}
