package io.argosy.protocol.encoding;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where text is in the binary format of PostgreSQL's own types, by their numbers. */
final class BinaryTypes {
  /** What the binary format of a type is, as far as encodings are concerned. */
  enum Layout {
    /** There is no text in it. */
    NO_TEXT,
    /** All of it is text, but perhaps for bytes that are ASCII in any case. */
    TEXT,
    ARRAY,
    RECORD,
    /** XML names its encoding itself. */
    XML,
    UNKNOWN
  }

  private static final Set<Integer> TEXTS =
      Set.of(19, 25, 114, 705, 1042, 1043, 1790, 2275, 3802, 4072);

  private static final Set<Integer> TEXT_ARRAYS =
      Set.of(199, 1003, 1009, 1014, 1015, 1263, 2201, 2277, 3807, 4073, 5078);

  private static final Set<Integer> RECORD_ARRAYS = Set.of(2287);

  private static final int RECORD = 2249;
  private static final Set<Integer> XML = Set.of(142, 143);

  private static final String SCALARS =
      "16-18,20-24,26-30,600-604,628,650,700,701,718,774,790,829,869,1082,1083,1114,1184,1186,1266,1560,1562,1700,"
          + "2202-2206,2278,2950,2970,3220,3734,3769,4089,4096,4191,5038,5069";

  private static final String RANGES =
      "3904,3906,3908,3910,3912,3926,4451,4532-4536,"
          + "3905,3907,3909,3911,3913,3927,6150-6153,6155,6157";

  private static final String ARRAYS =
      "271,629,651,719,775,791,1000-1002,1005-1008,1010-1013,1016-1022,1027,1028,1040,1041,1115,1182,1183,1185,1187,"
          + "1231,1270,1561,1563,2207-2211,2949,2951,3221,3735,3770,4090,4097,4192,5039";

  private static final Map<Integer, Layout> LAYOUTS = layouts();

  private BinaryTypes() {}

  private static Map<Integer, Layout> layouts() {
    Set<Integer> plain = numbers(SCALARS + "," + RANGES + "," + ARRAYS);
    Map<Integer, Layout> layouts =
        plain.stream().collect(Collectors.toMap(number -> number, number -> Layout.NO_TEXT));
    TEXTS.forEach(number -> layouts.put(number, Layout.TEXT));
    TEXT_ARRAYS.forEach(number -> layouts.put(number, Layout.ARRAY));
    RECORD_ARRAYS.forEach(number -> layouts.put(number, Layout.ARRAY));
    XML.forEach(number -> layouts.put(number, Layout.XML));
    layouts.put(RECORD, Layout.RECORD);
    return layouts;
  }

  private static Set<Integer> numbers(String ranges) {
    Set<Integer> numbers = new HashSet<>();
    Stream.of(ranges.split(","))
        .map(range -> range.split("-"))
        .forEach(
            range -> {
              int last = Integer.parseInt(range[range.length - 1]);
              for (int number = Integer.parseInt(range[0]); number <= last; number++) {
                numbers.add(number);
              }
            });
    return numbers;
  }

  static Layout layout(int type) {
    return LAYOUTS.getOrDefault(type, Layout.UNKNOWN);
  }
}
