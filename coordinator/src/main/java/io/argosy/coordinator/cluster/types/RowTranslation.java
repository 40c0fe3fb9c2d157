package io.argosy.coordinator.cluster.types;

import io.argosy.node.ResultEvent;
import io.argosy.protocol.message.DataRowReader;
import io.argosy.protocol.message.Field;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/** What is done with the rows of one statement. Most have no column that is concerned. */
final class RowTranslation {
  private final int position;
  private final TypeNumbers numbers;
  private final short[] formats;
  private List<Field> fields = List.of();
  private int[] columns = new int[0];

  /**
   * @param position the node that the rows come from
   * @param formats one for all columns, or one each
   */
  RowTranslation(int position, TypeNumbers numbers, short[] formats) {
    this.position = position;
    this.numbers = numbers;
    this.formats = formats;
  }

  /** Takes the columns as the node describes them. */
  void of(List<Field> described) {
    fields = described;
    columns =
        IntStream.range(0, described.size())
            .filter(column -> formats[formats.length == 1 ? 0 : column] == 1)
            .filter(column -> mayHoldNumbers(described.get(column).typeOid()))
            .toArray();
  }

  private boolean mayHoldNumbers(int type) {
    return NodeTypes.isAnyRow(type)
        || NodeTypes.isOfUsers(type) && numbers.holdNumbers(position, type);
  }

  /** The columns with the home node's numbers. */
  List<Field> fields() {
    int[] types = fields.stream().mapToInt(Field::typeOid).filter(NodeTypes::isOfUsers).toArray();
    if (types.length == 0) {
      return fields;
    }
    TypeTranslation values = numbers.toHome(position, types);
    return fields.stream().map(field -> field.withType(values.required(field.typeOid()))).toList();
  }

  ResultEvent.Rows translated(ResultEvent.Rows batch) {
    if (columns.length == 0) {
      return batch;
    }
    ByteBuffer messages = ByteBuffer.allocate(batch.messages().remaining());
    messages.put(batch.messages()).flip();
    int[] types = IntStream.of(columns).map(column -> fields.get(column).typeOid()).toArray();
    TypeTranslation values =
        numbers.toHome(position, IntStream.of(types).filter(NodeTypes::isOfUsers).toArray());
    DataRowReader reader = new DataRowReader(messages);
    while (reader.next()) {
      for (int i = 0; i < columns.length; i++) {
        ByteBuffer value = reader.slice(columns[i]);
        if (value != null) {
          values.translate(types[i], value);
        }
      }
    }
    return new ResultEvent.Rows(messages, batch.count());
  }
}
