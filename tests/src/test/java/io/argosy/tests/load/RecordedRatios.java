package io.argosy.tests.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Ratios of processor times that were measured once, in a file, with when and where. */
record RecordedRatios(Map<String, Double> ratios) {
  private static final String HEAD = "what,where,amount,ratio";
  private static final String RECORDED_HEAD = HEAD + ",recorded,version";
  private static final int RATIO = 3;

  RecordedRatios {
    ratios = Map.copyOf(ratios);
  }

  /** Reads a file. */
  static RecordedRatios read(Path file) throws IOException {
    return new RecordedRatios(
        Files.readAllLines(file).stream()
            .skip(1)
            .map(line -> line.split(","))
            .collect(
                Collectors.toMap(
                    cells -> cells[0] + "," + cells[1],
                    cells -> Double.parseDouble(cells[RATIO]))));
  }

  /** Writes what was measured. */
  static void write(Path file, List<ProcessorShare> shares) throws IOException {
    write(file, HEAD, shares, "");
  }

  /** Writes what is to be compared with from now on. */
  static void record(Path file, List<ProcessorShare> shares, LocalDate date, String version)
      throws IOException {
    write(file, RECORDED_HEAD, shares, "," + date + "," + version.replace(",", ""));
  }

  private static void write(Path file, String head, List<ProcessorShare> shares, String end)
      throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(
        file,
        Stream.concat(
                Stream.of(head),
                shares.stream().map(share -> String.join(",", share.cells()) + end))
            .toList());
  }

  /**
   * What is wrong with new ones: those that are larger than the recorded ones by more than their
   * bound, and those of which either is missing.
   */
  List<String> complaints(List<ProcessorShare> shares) {
    List<String> complaints = new ArrayList<>();
    Map<String, Double> left = new TreeMap<>(ratios);
    for (ProcessorShare share : shares) {
      Double recorded = left.remove(share.key());
      if (recorded == null) {
        complaints.add(share.key() + " was never recorded");
      } else if (share.ratio() > share.bound() * recorded) {
        complaints.add(
            "%s has the ratio %.2f, %.2f was recorded and %.2f times as much is allowed"
                .formatted(share.key(), share.ratio(), recorded, share.bound()));
      }
    }
    left.keySet().forEach(missing -> complaints.add(missing + " was not measured"));
    return complaints;
  }
}
