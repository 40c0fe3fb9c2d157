package io.argosy.node.sample;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A device of {@code /proc/diskstats}.
 *
 * @param number its major and minor number, joined by a colon
 * @param flushes of its cache; empty with kernels of before 5.5
 * @param busyMilliseconds in which it had something to do
 */
record DiskCounters(
    String number,
    long reads,
    long readBytes,
    long writes,
    long writeBytes,
    OptionalLong flushes,
    OptionalLong busyMilliseconds) {
  /** Of a sector in that file, whatever the disk has. */
  private static final int SECTOR = 512;

  private static final int NAME = 2;

  /** Words of a device: numbers, name, and eleven counters; later kernels have more. */
  private static final int WORDS = 14;

  /** The same of a partition in kernels of before 2.6.25. */
  private static final int WORDS_OF_PARTITION = 7;

  /** Devices that are no disks, or are made of others. */
  private static final Pattern VIRTUAL = Pattern.compile("(loop|ram|zram|dm-|md|sr|fd)[0-9].*");

  /** Those of disks whose names end with a number, and of others. */
  private static final List<Pattern> PARTITIONS =
      List.of(Pattern.compile("(.*[0-9])p[0-9]+"), Pattern.compile("(.*[^0-9])[0-9]+"));

  /** All devices by their names. A line that is odd is none. */
  static Map<String, DiskCounters> parse(String text) {
    Map<String, DiskCounters> devices = new LinkedHashMap<>();
    for (String line : Lines.of(text)) {
      String[] words = Lines.words(line);
      if (words.length >= WORDS) {
        add(words, 3, 5, 7, 9, devices);
      } else if (words.length == WORDS_OF_PARTITION) {
        add(words, 3, 4, 5, 6, devices);
      }
    }
    return devices;
  }

  private static void add(
      String[] words,
      int reads,
      int readSectors,
      int writes,
      int writtenSectors,
      Map<String, DiskCounters> devices) {
    OptionalLong[] numbers = {
      Lines.number(words, reads),
      Lines.number(words, readSectors),
      Lines.number(words, writes),
      Lines.number(words, writtenSectors)
    };
    for (OptionalLong number : numbers) {
      if (number.isEmpty()) {
        return;
      }
    }
    devices.put(
        words[NAME],
        new DiskCounters(
            words[0] + ":" + words[1],
            numbers[0].getAsLong(),
            numbers[1].getAsLong() * SECTOR,
            numbers[2].getAsLong(),
            numbers[3].getAsLong() * SECTOR,
            Lines.number(words, 18),
            Lines.number(words, 12)));
  }

  /**
   * The disks that tell of a server: the whole of the one that has its data, or else all.
   *
   * @param number of the device that the file system of its data is on; null where that is not
   *     known
   */
  static Map<String, DiskCounters> choose(Map<String, DiskCounters> devices, String number) {
    for (Map.Entry<String, DiskCounters> device : devices.entrySet()) {
      if (device.getValue().number().equals(number)) {
        String whole = wholeOf(device.getKey(), devices);
        return Map.of(whole, devices.get(whole));
      }
    }
    return devices.entrySet().stream()
        .filter(device -> !VIRTUAL.matcher(device.getKey()).matches())
        .filter(device -> wholeOf(device.getKey(), devices).equals(device.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** The disk that a partition is of; itself if it is none, or its disk is not listed. */
  private static String wholeOf(String name, Map<String, DiskCounters> devices) {
    for (Pattern form : PARTITIONS) {
      Matcher matcher = form.matcher(name);
      if (matcher.matches() && devices.containsKey(matcher.group(1))) {
        return matcher.group(1);
      }
    }
    return name;
  }
}
