package io.argosy.lab.cli;

import io.argosy.lab.testbed.DataRate;
import io.argosy.lab.testbed.Testbed;
import io.argosy.lab.testbed.Throttles;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that describe a testbed, for commands to mix in. */
final class TestbedOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--nodes",
      defaultValue = "3",
      description = "How many nodes (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--cpu",
      paramLabel = "CORES",
      description = "How much of a core each machine has, as in --cpu 0.2 (default: no limit).")
  private Double cores;

  @Option(
      names = "--disk",
      paramLabel = "RATE",
      converter = RateConverter.class,
      description = "How fast each machine's disk reads, as in --disk 33MB/s (default: no limit).")
  private DataRate disk;

  @Option(
      names = "--net",
      paramLabel = "RATE",
      converter = RateConverter.class,
      description = "How fast each machine's link is, as in --net 1gbit (default: no limit).")
  private DataRate network;

  @Option(
      names = "--dir",
      defaultValue = "argosy-testbed",
      paramLabel = "DIR",
      description =
          "Where the machines keep their data, on a disk whose reads can be throttled (default:"
              + " ${DEFAULT-VALUE}).")
  private Path directory;

  /** Reads a rate of the command line. */
  static final class RateConverter implements ITypeConverter<DataRate> {
    @Override
    public DataRate convert(String value) {
      try {
        return DataRate.parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /**
   * How many nodes.
   *
   * @throws ParameterException when there are no addresses for so many
   */
  int nodes() {
    if (nodes < 1 || nodes > Testbed.MOST_NODES) {
      throw new ParameterException(
          command.commandLine(), "--nodes must be between 1 and " + Testbed.MOST_NODES);
    }
    return nodes;
  }

  /**
   * What the machines are held to.
   *
   * @throws ParameterException when it is too little
   */
  Throttles throttles() {
    try {
      return new Throttles(
          cores == null ? OptionalDouble.empty() : OptionalDouble.of(cores),
          Optional.ofNullable(disk),
          Optional.ofNullable(network));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--cpu: " + e.getMessage(), e);
    }
  }

  Path directory() {
    return directory;
  }
}
