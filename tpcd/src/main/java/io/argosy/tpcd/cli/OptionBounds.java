package io.argosy.tpcd.cli;

import io.argosy.tpcd.data.Loader;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What the values of options must be. */
public record OptionBounds(CommandSpec spec) {
  /**
   * @throws ParameterException when the condition does not hold
   */
  public void require(boolean condition, String demand) {
    if (!condition) {
      throw new ParameterException(spec.commandLine(), demand);
    }
  }

  /**
   * @param option its name
   * @throws ParameterException when there is less than one
   */
  public void atLeastOne(String option, long value) {
    require(value >= 1, option + " must be at least 1");
  }

  /**
   * @throws ParameterException when no data of this scale can be made
   */
  public void scale(double value) {
    require(value >= Loader.SMALLEST_SCALE, "--scale must be at least " + Loader.SMALLEST_SCALE);
  }
}
