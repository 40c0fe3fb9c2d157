package io.argosy.node.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DiskCountersTest {
  /** Of Linux 6.18, 4.18 and 3.10. */
  private static final String DISKS =
      """
         7       0 loop0 9 0 9 0 0 0 0 0 0 9 0 0 0 0 0 0 0
       254       0 vda 98577 23212 3149090 14163 12990 31922 2479792 7323 0 9220 22021 3689 45 444792 467 993 67
       254       1 vda1 98000 23212 3149000 14163 12990 31922 2479792 7323 0 9220 22021 3689 45 444792 467 0 0
       253       0 zram0 5 0 5 0 0 0 0 0 0 5 0 0 0 0 0 0 0
       259       0 nvme0n1 1000 1 8000 10 2000 2 16000 20 0 30 40 0 0 0 0
       259       1 nvme0n1p1 900 1 7000 10 2000 2 16000 20 0 30 40 0 0 0 0
         8       0 sda 10 1 100 10 20 2 200 20 0 30 40
         8      12 sda12 10 1 100 10 20 2 200 20 0 30 40
       253       5 dm-0 100 0 800 7 200 0 1600 7 0 7 14
         9       0 md0 1 0 8 0 1 0 8 0 0 0 0
        11       0 sr0 1 0 8 0 0 0 0 0 0 0 0
      """;

  @Test
  void sectorsAreOf512Bytes() {
    Map<String, DiskCounters> disks = DiskCounters.parse(DISKS);
    assertThat(disks).hasSize(11);
    assertThat(disks.get("vda"))
        .isEqualTo(
            new DiskCounters(
                "254:0",
                98577,
                3149090L * 512,
                12990,
                2479792L * 512,
                OptionalLong.of(993),
                OptionalLong.of(9220)));
    assertThat(disks.get("sda").flushes()).isEmpty();
    assertThat(disks.get("sda").busyMilliseconds()).hasValue(30);
  }

  /** Linux 2.6.24. */
  @Test
  void partitionsOfOldKernelsHaveFourNumbers() {
    assertThat(DiskCounters.parse("   8    1 sda1 35486 38030 0 76\n").get("sda1"))
        .isEqualTo(
            new DiskCounters(
                "8:1",
                35486,
                38030 * 512,
                0,
                76 * 512,
                OptionalLong.empty(),
                OptionalLong.empty()));
  }

  @Test
  void wholeDisksAreThoseThatAreMadeOfNothingElse() {
    assertThat(DiskCounters.choose(DiskCounters.parse(DISKS), null))
        .containsOnlyKeys("vda", "nvme0n1", "sda");
    assertThat(DiskCounters.choose(DiskCounters.parse(DISKS), "0:42"))
        .containsOnlyKeys("vda", "nvme0n1", "sda");
  }

  @Test
  void theDiskOfTheDataIsTheWholeOfItsPartition() {
    Map<String, DiskCounters> disks = DiskCounters.parse(DISKS);
    assertThat(DiskCounters.choose(disks, "8:12")).containsOnlyKeys("sda");
    assertThat(DiskCounters.choose(disks, "259:1")).containsOnlyKeys("nvme0n1");
    assertThat(DiskCounters.choose(disks, "259:0")).containsOnlyKeys("nvme0n1");
    assertThat(DiskCounters.choose(disks, "253:5")).containsOnlyKeys("dm-0");
  }

  /** Machines of Amazon's had a partition without its disk. */
  @Test
  void aPartitionWithoutItsDiskIsADisk() {
    String line = " 202       1 xvda1 10 1 100 10 20 2 200 20 0 30 40\n";
    assertThat(DiskCounters.choose(DiskCounters.parse(line), null)).containsOnlyKeys("xvda1");
  }

  @Test
  void linesThatAreCutOrOddAreNoDisks() {
    assertThat(
            DiskCounters.parse(
                """
                8 0
                8 0 sdb 10 1 x 10 20 2 200 20 0 30 40
                8 0 sdc 10 1 100

                8 0 sdd 10 1 -100 10 20 2 200 20 0 30 40
                8 0 sde 10 1 100 10 20 2 200 20 0 30 4\
                """))
        .isEmpty();
    assertThat(DiskCounters.parse("")).isEmpty();
  }
}
