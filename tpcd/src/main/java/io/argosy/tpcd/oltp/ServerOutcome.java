package io.argosy.tpcd.oltp;

import io.argosy.tpcd.run.TimedAnswer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * What one workload showed on one server.
 *
 * @param server its name
 * @param rounds one measurement each; none where it failed
 * @param failure why the server cannot do it; nothing where it can
 */
public record ServerOutcome(String server, List<Measurement> rounds, Optional<String> failure) {
  public ServerOutcome {
    rounds = List.copyOf(rounds);
  }

  /** The median over the rounds; nothing where there is none. */
  public OptionalDouble median(ToDoubleFunction<Measurement> figure) {
    return rounds.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(TimedAnswer.median(rounds.stream().mapToDouble(figure).toArray()));
  }

  /** The least of the rounds. */
  public OptionalDouble least(ToDoubleFunction<Measurement> figure) {
    return rounds.stream().mapToDouble(figure).min();
  }

  /** The most of the rounds. */
  public OptionalDouble most(ToDoubleFunction<Measurement> figure) {
    return rounds.stream().mapToDouble(figure).max();
  }

  /** How many transactions were tried again, in all rounds. */
  public long retries() {
    return rounds.stream().mapToLong(Measurement::retries).sum();
  }

  /** Processor time of the server's processes for a transaction; nothing where it is not known. */
  public OptionalDouble serverSeconds() {
    return rounds.stream().allMatch(round -> round.processorSeconds().size() == 1)
        ? median(round -> round.processorSeconds().getFirst())
        : OptionalDouble.empty();
  }

  /**
   * The speed by that of another server: the median of what it is in each round, whose two
   * measurements are neighbours in time.
   */
  public OptionalDouble speedBy(ServerOutcome other) {
    if (rounds.isEmpty() || rounds.size() != other.rounds.size()) {
      return OptionalDouble.empty();
    }
    double[] ratios = new double[rounds.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = rounds.get(i).perSecond() / other.rounds.get(i).perSecond();
    }
    return OptionalDouble.of(TimedAnswer.median(ratios));
  }
}
