package io.argosy.tests.histories;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every anomaly is found in a history that has it, and nothing in one that has none. */
class CheckerTest {
  private static Arguments history(String name, Set<Anomaly> anomalies, String text) {
    return Arguments.of(name, anomalies, text);
  }

  private static Arguments history(String name, Anomaly anomaly, String text) {
    return history(name, Set.of(anomaly), text);
  }

  static Stream<Arguments> good() {
    Set<Anomaly> none = Set.of();
    return Stream.of(
        history(
            "one after the other",
            none,
            """
            T1 RC committed 0-9: +x,z=1
            T2 RR committed 10-19: x=[1] z=[1]; +x=2; x=[1 2]
            T3 RC committed 20-29: x=[1 2] z=[1] all=[]
            """),
        history(
            "beside each other, in either order",
            none,
            """
            T1 RC committed 0-9: +x,z=1
            T2 RR committed 0-9: x=[] z=[]
            T3 RR committed 0-9: x=[1] z=[1]
            end RR committed 10-19: x=[1] z=[1]
            """),
        history(
            "READ COMMITTED has a snapshot for each statement",
            none,
            """
            T1 RC committed 0-9: +x,z=1
            T2 RC committed 0-9: x=[]; z=[1]; x=[1]
            T3 RC committed 0-9: x=[]; +x=3; x=[1 3]
            end RR committed 10-19: x=[1 3] z=[1]
            """),
        history(
            "write skew of REPEATABLE READ",
            none,
            """
            T1 RR committed 0-9: x=[]; +y=1
            T2 RR committed 0-9: y=[]; +x=2
            end RR committed 10-19: x=[2] y=[1]
            """),
        history(
            "what did not commit tells nobody when it ends",
            none,
            """
            T1 RC committed 0-30-39: +z=1
            T2 RR aborted 0-5-49: +y=2
            T3 RC aborted 0-5-49: +y=3; z=[]
            T4 RC committed 0-5-49: z=[]
            T5 RR committed 10-20-21: z=[]
            end RC committed 50-59: y=[] z=[1]
            """),
        history(
            "unknown, and there",
            none,
            """
            T1 RC unknown 0-9: +x,z=1
            T2 RC committed 10-19: x=[] z=[]
            T3 RC committed 20-29: x=[1] z=[1]
            """),
        history(
            "unknown or rolled back, and not there",
            none,
            """
            T1 RC unknown 0-9: +x,z=1
            T2 RC aborted 0-9: +x=2; x=[2]
            T3 RC committed 20-29: x=[] z=[]
            """));
  }

  static Stream<Arguments> bad() {
    return Stream.of(
        history(
            "a value twice",
            Anomaly.GARBAGE,
            """
            T1 RC committed 0-9: +x=1
            T2 RC committed 10-19: x=[1 1]
            T3 RC committed 20-29: x=[1]
            """),
        history("a value of nobody", Anomaly.GARBAGE, "T1 RC committed 0-9: x=[1]"),
        history(
            "two orders",
            Anomaly.INCOMPATIBLE_ORDER,
            """
            T1 RC committed 0-9: +x=1
            T2 RC committed 0-9: +x=2
            T3 RC committed 0-9: x=[1 2]
            T4 RC committed 0-9: x=[2 1]
            """),
        history(
            "it does not see what it has written",
            Anomaly.OWN_WRITE_MISSING,
            """
            T1 RC committed 0-9: +x=1; x=[]
            T2 RC committed 10-19: x=[1]
            """),
        history(
            "writes in different orders",
            Anomaly.G0,
            """
            T1 RC committed 0-9: +x=1; +z=2
            T2 RC committed 0-9: +z=3; +x=4
            end RC committed 10-19: x=[1 4] z=[3 2]
            """),
        history(
            "a value that was rolled back",
            Anomaly.ABORTED_READ,
            """
            T1 RC aborted 0-9: +x=1
            T2 RC committed 0-9: x=[1]
            end RC committed 10-19: x=[1]
            """),
        history(
            "a value before its COMMIT",
            Anomaly.DIRTY_READ,
            """
            T1 RC committed 10-19: +x=1
            T2 RC committed 0-9: x=[1]
            end RC committed 20-29: x=[1]
            """),
        history(
            "the first one of two values",
            Anomaly.INTERMEDIATE_READ,
            """
            T1 RC committed 0-9: +x=1; +x=2
            T2 RC aborted 0-9: x=[1]
            end RC committed 10-19: x=[1 2]
            """),
        history(
            "each has read the other",
            Anomaly.G1C,
            """
            T1 RC committed 0-9: +x=1; z=[2]
            T2 RC committed 0-9: +z=2; x=[1]
            end RC committed 10-19: x=[1] z=[2]
            """),
        history(
            "half of a transaction",
            Anomaly.TORN_WRITE,
            """
            T1 RC unknown 0-9: +x,z=1
            end RC committed 10-19: x=[1] z=[]
            """),
        history(
            "nothing of a transaction",
            Anomaly.LOST_WRITE,
            """
            T1 RC committed 0-9: +x,z=1
            end RC committed 5-19: x=[] z=[]
            """),
        history(
            "written without having seen",
            Anomaly.LOST_UPDATE,
            """
            T1 RR committed 0-9: x=[]; +x=1
            T2 RC committed 0-9: +x=2
            end RC committed 10-19: x=[2 1]
            """),
        history(
            "one statement and two nodes",
            Anomaly.FRACTURED_READ,
            """
            T1 RC committed 0-9: +x,z=1
            T2 RC committed 0-9: x=[1] z=[]
            end RC committed 10-19: x=[1] z=[1]
            """),
        history(
            "one transaction and two nodes",
            Anomaly.FRACTURED_READ,
            """
            T1 RC committed 0-9: +x=1; +all=2
            T2 RR committed 0-9: all=[2]; x=[]
            end RC committed 10-19: x=[1] all=[2]
            """),
        history(
            "behind a write of its own",
            Anomaly.FRACTURED_READ_BEHIND_WRITE,
            """
            T1 RC committed 0-9: +x,z=1
            T2 RC committed 0-9: +x=2; x=[1 2] z=[]
            end RC committed 10-19: x=[1 2] z=[1]
            """),
        history(
            "one node",
            Anomaly.FRACTURED_READ_OF_ONE_NODE,
            """
            T1 RC committed 0-9: +x,y=1
            T2 RC committed 0-9: x=[1] y=[]
            end RC committed 10-19: x=[1] y=[1]
            """),
        history(
            "a list that changes",
            Anomaly.FRACTURED_READ_OF_ONE_NODE,
            """
            T1 RC committed 0-9: +x=1
            T2 RR committed 0-9: x=[]; x=[1]
            end RC committed 10-19: x=[1]
            """),
        history(
            "the later one of two transactions only",
            Anomaly.G_SINGLE,
            """
            T1 RC committed 0-9: +x=1
            T2 RR committed 0-9: x=[1]; +z=2
            T3 RC committed 0-9: x=[] z=[2]
            end RC committed 10-19: x=[1] z=[2]
            """),
        history(
            "what its client knew",
            Anomaly.STALE_READ,
            """
            T1 RC committed 0-9: +x=1
            T2 RC committed 10-19: x=[]
            end RC committed 20-29: x=[1]
            """),
        history(
            "not any more what another one has seen",
            Anomaly.BACKWARD_READ,
            """
            T1 RC committed 0-29: +all=1
            T2 RC committed 0-9: all=[1]
            T3 RC committed 10-19: all=[]
            end RC committed 30-39: all=[1]
            """),
        history(
            "write skew of SERIALIZABLE",
            Anomaly.G2,
            """
            T1 S committed 0-9: x=[]; +y=1
            T2 S committed 0-9: y=[]; +x=2
            end RR committed 10-19: x=[2] y=[1]
            """));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"good", "bad"})
  void itFinds(String name, Set<Anomaly> anomalies, String text) {
    Report report = Checker.check(WrittenHistory.of(text));
    assertThat(report.anomalies()).as(report.describe(report.anomalies())).isEqualTo(anomalies);
  }

  /** Each kind is in a history of this class, so that each has been seen to be found. */
  @ParameterizedTest
  @EnumSource(Anomaly.class)
  void itCanFindAll(Anomaly anomaly) {
    assertThat(bad().map(each -> each.get()[1])).contains(Set.of(anomaly));
  }
}
