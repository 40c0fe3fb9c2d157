package io.argosy.coordinator.transaction.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.transaction.barrier.NodeSnapshot;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitRecordTest {
  private static final GlobalTransactionId ID = new GlobalTransactionId(1, 2, "clerk");

  @Test
  void aSnapshotSeesWhatHadEnded() {
    NodeSnapshot snapshot = NodeSnapshot.parse("10:20:12,15");
    assertThat(snapshot).isEqualTo(new NodeSnapshot(10, 20, Set.of(12L, 15L)));
    assertThat(snapshot.sees(9)).isTrue();
    assertThat(snapshot.sees(12)).isFalse();
    assertThat(snapshot.sees(13)).isTrue();
    assertThat(snapshot.sees(20)).isFalse();
    assertThat(NodeSnapshot.parse("7:7:")).isEqualTo(new NodeSnapshot(7, 7, Set.of()));
    // Beyond 32 bits.
    assertThat(NodeSnapshot.parse("8589934600:8589934602:8589934601").sees(8589934600L)).isTrue();
  }

  @Test
  void aRecordIsReadAsItIsWritten() {
    Map<Integer, Long> others = Map.of(1, 700L, 3, 8589934600L);
    CommitRecord record = CommitRecord.of(ID, 55, CommitRecord.written(others)).orElseThrow();
    assertThat(record.onHome()).isEqualTo(55);
    assertThat(record.parts()).isEqualTo(Map.of(0, 55L, 1, 700L, 3, 8589934600L));
    assertThat(CommitRecord.of(ID, 55, CommitRecord.written(Map.of())).orElseThrow().parts())
        .isEqualTo(Map.of(0, 55L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "1",
        "1=",
        "=1",
        "1=2,",
        "1=-2",
        "1=2;3=4",
        "9999999999=1",
        "1=99999999999999999999"
      })
  void whatIsNoRecordIsPassedOver(String parts) {
    assertThat(CommitRecord.of(ID, 55, parts)).isEmpty();
  }

  @Test
  void aReadIsFracturedBySnapshotsThatDiffer() {
    CommitRecord record = CommitRecord.of(ID, 55, "1=700,2=30").orElseThrow();
    NodeSnapshot all = NodeSnapshot.parse("1000:1000:");
    NodeSnapshot none = NodeSnapshot.parse("5:5:");
    assertThat(record.fractures(Map.of(0, all, 1, all, 2, all))).isFalse();
    assertThat(record.fractures(Map.of(0, none, 1, none, 2, none))).isFalse();
    assertThat(record.fractures(Map.of(0, all, 1, none, 2, all))).isTrue();
    assertThat(record.fractures(Map.of(1, none, 2, all))).isTrue();
    // Of a node that has no part, or alone, nothing is to be seen elsewhere.
    assertThat(record.fractures(Map.of(1, all, 3, none))).isFalse();
    assertThat(record.fractures(Map.of(3, none, 4, all))).isFalse();
  }
}
