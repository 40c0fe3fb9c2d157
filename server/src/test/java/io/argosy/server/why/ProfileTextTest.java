package io.argosy.server.why;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileTextTest {
  private static List<String> lines(String json) throws JsonProcessingException {
    return ProfileText.lines(new StatementProfile(new ObjectMapper().readTree(json)));
  }

  @Test
  void allThatIsKnownIsShown() throws JsonProcessingException {
    assertThat(
            lines(
                """
                {"Strategy": "STAGED", "Reason": "not joined on keys", "Nodes": ["a", "b"],
                 "Rows": 3, "Planning Time": 2.5,
                 "Causes": [{"Cause": "processor", "Time": 30}, {"Cause": "disk", "Time": 10}],
                 "Limit": {"Resource": "processors", "Node": "b", "Share": 0.75},
                 "Requests": [
                   {"Node": "a", "Kind": "send", "Step": "s1", "Begin": 0, "End": 10},
                   {"Node": "b", "Kind": "statement", "Begin": 10, "End": 40}],
                 "Advice": [
                   {"Action": "ANALYZE t", "Evidence": "nobody looked"},
                   {"Action": "CREATE INDEX ON t (x)", "Evidence": "few rows", "Gain": 0.5}]}
                """))
        .containsExactly(
            "STAGED on a, b: 40.0 ms, 3 rows (and 2.5 ms for planning)",
            "not joined on keys",
            "",
            "Where the time went",
            "  processor                               30.0 ms  75 %  " + "#".repeat(30),
            "  disk                                    10.0 ms  25 %  " + "#".repeat(10),
            "Limited by: processors of b (75 %)",
            "",
            "What the nodes did, and when",
            "                                     0" + " ".repeat(35) + "40 ms",
            "  a send s1                          |"
                + "=".repeat(10)
                + " ".repeat(30)
                + "| 10.0 ms",
            "  b statement                        |"
                + " ".repeat(10)
                + "=".repeat(30)
                + "| 30.0 ms",
            "",
            "What would help",
            "  ANALYZE t",
            "      since nobody looked",
            "  CREATE INDEX ON t (x) (may save 50 %)",
            "      since few rows");
  }

  @Test
  void nothingIsShownOfNothing() throws JsonProcessingException {
    assertThat(lines("{\"Strategy\": \"ROUTE\", \"Nodes\": [\"a\"]}"))
        .startsWith("ROUTE on a: 0.0 ms, 0 rows (and 0.0 ms for planning)")
        .endsWith("Nothing was found that would make it faster.");
  }

  @Test
  void requestsOutsideOfTheTimeStayOnTheLine() throws JsonProcessingException {
    assertThat(
            lines(
                """
                {"Causes": [{"Cause": "coordinator", "Time": 10}],
                 "Requests": [{"Node": "a", "Kind": "load", "Begin": 12, "End": 90}]}
                """))
        .contains("  a load                             |" + " ".repeat(39) + "=| 78.0 ms");
  }
}
