package io.argosy.lab.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FixedWorkTest {
  private static double share(String plan, Set<String> divided, Set<String> carved)
      throws JsonProcessingException {
    return FixedWork.share(
        new ObjectMapper()
            .readTree("{\"Planning Time\": 2, \"Execution Time\": 98, \"Plan\": " + plan + "}"),
        divided,
        carved);
  }

  private static String scan(String type, String table, int milliseconds, int loops) {
    return """
    {"Node Type": "%s", "Relation Name": "%s", "Actual Total Time": %d, "Actual Loops": %d}\
    """
        .formatted(type, table, milliseconds, loops);
  }

  private static String join(String outer, String inner) {
    return """
    {"Node Type": "Hash Join", "Actual Total Time": 98, "Actual Loops": 1,
     "Plans": [%s, {"Node Type": "Hash", "Actual Total Time": 30, "Actual Loops": 1,
                    "Plans": [%s]}]}\
    """
        .formatted(outer, inner);
  }

  @Test
  void planningAndWhatReadsReplicatedTablesIsFixed() throws JsonProcessingException {
    String plan = join(scan("Seq Scan", "lineitem", 60, 1), scan("Seq Scan", "part", 25, 1));
    assertThat(share(plan, Set.of("lineitem"), Set.of())).isCloseTo(0.32, within(1e-9));
  }

  @Test
  void whatIsLookedUpForEachRowIsNot() throws JsonProcessingException {
    String plan =
        """
        {"Node Type": "Nested Loop", "Actual Total Time": 98, "Actual Loops": 1, "Plans": [%s, %s]}
        """
            .formatted(scan("Seq Scan", "lineitem", 60, 1), scan("Index Scan", "part", 1, 1000));
    assertThat(share(plan, Set.of("lineitem"), Set.of())).isCloseTo(0.02, within(1e-9));
  }

  @Test
  void aRangeOfAReplicatedTableIsDividedIfAnIndexLeadsToIt() throws JsonProcessingException {
    Set<String> carved = Set.of("part");
    assertThat(share(scan("Index Scan", "part", 98, 1), carved, carved))
        .isCloseTo(0.02, within(1e-9));
    assertThat(share(scan("Seq Scan", "part", 98, 1), carved, carved)).isEqualTo(1);
  }
}
