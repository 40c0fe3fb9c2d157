package io.argosy.node.frame;

import io.argosy.node.MachineMeasure;
import io.argosy.node.MachineSample;
import io.argosy.node.MachineSamples;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How samples are written: the time in microseconds since 1970, the length in nanoseconds, a bit
 * for each measure that there is, the first one the lowest, and the values of these.
 */
final class SampleFormat {
  private static final MachineMeasure[] MEASURES = MachineMeasure.values();

  private SampleFormat() {}

  static void writeTime(Instant time, ByteBuf out) {
    out.writeLong(ChronoUnit.MICROS.between(Instant.EPOCH, time));
  }

  static Instant readTime(ByteBuf in) {
    return Instant.EPOCH.plus(in.readLong(), ChronoUnit.MICROS);
  }

  /** Preceded by their number. */
  static void write(List<MachineSample> samples, ByteBuf out) {
    out.writeInt(samples.size());
    for (MachineSample sample : samples) {
      writeTime(sample.at(), out);
      out.writeLong(sample.length().toNanos());
      long present = 0;
      for (MachineMeasure measure : sample.values().keySet()) {
        present |= 1L << measure.ordinal();
      }
      out.writeLong(present);
      // In the order of the measures, as maps of an enum's constants are.
      sample.values().values().forEach(out::writeDouble);
    }
  }

  static List<MachineSample> read(ByteBuf in) {
    int count = in.readInt();
    if (count < 0 || count > MachineSamples.MOST) {
      throw new DamagedFrameException("an answer of " + count + " samples");
    }
    List<MachineSample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Instant at = readTime(in);
      Duration length = Duration.ofNanos(in.readLong());
      samples.add(new MachineSample(at, length, values(in)));
    }
    return samples;
  }

  private static Map<MachineMeasure, Double> values(ByteBuf in) {
    long present = in.readLong();
    if (present >>> MEASURES.length != 0) {
      throw new DamagedFrameException("a sample of unknown measures");
    }
    Map<MachineMeasure, Double> values = new EnumMap<>(MachineMeasure.class);
    for (MachineMeasure measure : MEASURES) {
      if ((present & 1L << measure.ordinal()) != 0) {
        values.put(measure, in.readDouble());
      }
    }
    return values;
  }
}
