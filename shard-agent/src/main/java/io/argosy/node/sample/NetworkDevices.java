package io.argosy.node.sample;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** {@code /proc/net/dev}. */
final class NetworkDevices {
  private static final String LOOPBACK = "lo";

  /**
   * What passes through these passes through another device, too, or does not leave the machine.
   */
  private static final Pattern VIRTUAL =
      Pattern.compile(
          "(veth|docker|br-|virbr|cni|flannel|cali|ifb|dummy|bond|team|tun|tap|wg).*|.*[.][0-9]+");

  private static final int IN_BYTES = 0;
  private static final int IN_PACKETS = 1;
  private static final int OUT_BYTES = 8;
  private static final int OUT_PACKETS = 9;

  private NetworkDevices() {}

  /** Of all devices together, of which a line that is odd is none. */
  static Map<Counter, Long> parse(String text) {
    Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    for (String line : Lines.of(text)) {
      // The number may follow the colon at once.
      int colon = line.indexOf(':');
      if (colon < 0) {
        continue;
      }
      String name = line.substring(0, colon).strip();
      String[] words = Lines.words(line.substring(colon + 1));
      if (name.equals(LOOPBACK)) {
        add(counters, Counter.LOOPBACK_BYTES, Lines.number(words, OUT_BYTES));
        add(counters, Counter.LOOPBACK_PACKETS, Lines.number(words, OUT_PACKETS));
      } else if (!VIRTUAL.matcher(name).matches()) {
        add(counters, Counter.NETWORK_IN_BYTES, Lines.number(words, IN_BYTES));
        add(counters, Counter.NETWORK_IN_PACKETS, Lines.number(words, IN_PACKETS));
        add(counters, Counter.NETWORK_OUT_BYTES, Lines.number(words, OUT_BYTES));
        add(counters, Counter.NETWORK_OUT_PACKETS, Lines.number(words, OUT_PACKETS));
      }
    }
    return counters;
  }

  private static void add(Map<Counter, Long> counters, Counter counter, OptionalLong value) {
    value.ifPresent(number -> counters.merge(counter, number, Long::sum));
  }
}
