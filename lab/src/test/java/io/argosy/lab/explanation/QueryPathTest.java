package io.argosy.lab.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class QueryPathTest {
  private static final String EXPLANATION =
      """
      {"Requests": [
         {"Node": "a", "Kind": "statement", "Begin": 1, "End": 9, "Disk Read Bytes": 8192,
          "Processor Time": 3, "Kernel Time": 1, "Worker Time": 6},
         {"Node": "b", "Kind": "statement", "Begin": 1, "End": 8, "Disk Read Bytes": 1},
         {"Node": "a", "Kind": "statement", "Begin": 10, "End": 12},
         {"Node": "a", "Kind": "load", "Step": "argosy_stage_1", "Begin": 2, "End": 8}],
       "Path": [
         {"Time": 1, "Causes": [{"Cause": "coordinator", "Time": 1}]},
         {"Node": "a", "Kind": "statement", "Begin": 1, "End": 9, "Time": 4,
          "Causes": [{"Cause": "processor", "Time": 6}, {"Cause": "disk", "Time": 2}]},
         {"Node": "a", "Kind": "load", "Step": "argosy_stage_1", "Begin": 2, "End": 8, "Time": 1,
          "Causes": []},
         {"Node": "a", "Kind": "statement", "Begin": 10, "End": 12, "Time": 2,
          "Causes": [{"Cause": "processor", "Time": 2}]}]}
      """;

  @Test
  void aPartIsOfAllNodesWhereAllDoTheSameAtTheSameTime() throws JsonProcessingException {
    QueryPath path = QueryPath.of(new ObjectMapper().readTree(EXPLANATION), 2);
    assertThat(path.parts().stream().map(PathPart::extent))
        .containsExactly(
            PathPart.Extent.COORDINATOR,
            PathPart.Extent.ALL_NODES,
            PathPart.Extent.ONE_NODE,
            PathPart.Extent.ONE_NODE);
    PathPart nodes = path.parts().get(1);
    assertThat(nodes.of("processor", "disk")).isEqualTo(8);
    assertThat(nodes.diskBytes()).isEqualTo(4096);
    assertThat(nodes.processor()).isEqualTo(5);
    assertThat(path.parts().get(2).step()).isEqualTo(PathPart.loadOf("argosy_stage_1"));
  }
}
