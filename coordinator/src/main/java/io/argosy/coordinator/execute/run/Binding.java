package io.argosy.coordinator.execute.run;

import io.argosy.node.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A statement's parameter values, and the formats its result is wanted in.
 *
 * @param types type object ids
 * @param formats none (all text), one for all, or one each
 * @param values null for NULL
 * @param resultFormats none (all text), one for all, or one each
 */
public record Binding(int[] types, short[] formats, List<byte[]> values, short[] resultFormats) {
  /** No parameters, all text. */
  public static Binding none() {
    return new Binding(new int[0], new short[0], List.of(), new short[0]);
  }

  /**
   * The request that runs a text with these values. It does not run if the catalog is not the one
   * that the text is based on.
   */
  public Request.Extended request(String sql) {
    return new Request.Extended(
        sql,
        types,
        values,
        formats,
        resultFormats,
        false,
        Map.of(),
        Request.Extended.Snapshot.OF_TRANSACTION,
        Request.Guard.WANTED,
        "");
  }

  /** Whether the parameters have the types and formats that those of another one have. */
  public boolean hasParametersOf(Binding other) {
    return Arrays.equals(types, other.types) && Arrays.equals(formats, other.formats);
  }

  /** One parameter alone, from 0, which is then the first; nothing else goes over the wire. */
  public Binding only(int parameter) {
    int[] type = parameter < types.length ? new int[] {types[parameter]} : new int[0];
    return new Binding(
        type,
        new short[] {(short) format(parameter)},
        values.subList(parameter, parameter + 1),
        resultFormats);
  }

  /** The same with the result in one format. */
  public Binding withResultFormat(int format) {
    return withResultFormats(new short[] {(short) format});
  }

  /** The same with the result in these formats: none (all text), one for all, or one each. */
  public Binding withResultFormats(short[] wanted) {
    return new Binding(types, formats, values, wanted);
  }

  /** The same with more columns in the result, which are binary. */
  public Binding withBinaryBehind(int columns, int more) {
    short[] all = new short[columns + more];
    Arrays.fill(all, columns, all.length, (short) 1);
    for (int i = 0; i < columns; i++) {
      all[i] = resultFormats.length == 0 ? 0 : resultFormats[resultFormats.length == 1 ? 0 : i];
    }
    return new Binding(types, formats, values, all);
  }

  /** The format of a parameter, from 0. */
  public int format(int parameter) {
    return formats.length == 0 ? 0 : formats.length == 1 ? formats[0] : formats[parameter];
  }

  /**
   * The same with more parameters.
   *
   * @param moreTypes their type object ids: a statement that does not mention a parameter still
   *     accepts one whose type is declared
   * @param more their values, null for NULL
   * @param moreFormat of all of them, 0 for text
   */
  public Binding and(int[] moreTypes, List<byte[]> more, int moreFormat) {
    short[] moreFormats = new short[more.size()];
    Arrays.fill(moreFormats, (short) moreFormat);
    return and(moreTypes, more, moreFormats);
  }

  /** The same with the format of each. */
  public Binding and(int[] moreTypes, List<byte[]> more, short[] moreFormats) {
    List<byte[]> allValues = new ArrayList<>(values);
    allValues.addAll(more);
    short[] allFormats = new short[allValues.size()];
    for (int i = 0; i < values.size(); i++) {
      allFormats[i] = (short) format(i);
    }
    System.arraycopy(moreFormats, 0, allFormats, values.size(), moreFormats.length);
    int[] allTypes = Arrays.copyOf(types, allValues.size());
    System.arraycopy(moreTypes, 0, allTypes, values.size(), moreTypes.length);
    return new Binding(allTypes, allFormats, allValues, resultFormats);
  }
}
