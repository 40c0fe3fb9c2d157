package io.argosy.tpcd.cli;

import io.argosy.tpcd.data.LoadRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that tells the scale of data that is loaded already, for commands to mix in. */
final class ScaleOption {
  @Option(
      names = "--scale",
      paramLabel = "SF",
      description = "The scale factor of the data (default: what tpcd load wrote down).")
  private Double scale;

  /**
   * The scale that is given, or else the one that is recorded on the server.
   *
   * @return nothing if it is neither given nor recorded
   */
  Optional<Double> known(ServerOption server) throws SQLException {
    if (scale != null) {
      return Optional.of(scale);
    }
    try (Connection connection = server.connect()) {
      return LoadRecord.read(connection).map(LoadRecord::scale);
    }
  }
}
