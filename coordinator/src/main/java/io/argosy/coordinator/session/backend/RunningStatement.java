package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.limit.StatementQueue.Turn;
import io.argosy.coordinator.settings.ReadFromSetting;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.node.ReadFrom;

/**
 * What is known of the statement that runs, and what it has for as long as it runs: its turn and
 * its backends. Used by the session's thread.
 */
final class RunningStatement {
  private final LeasedBackends leased;
  private final DeadlockWatch watch;
  private final Turn turn;
  private final SessionSettings settings;
  private boolean writing;
  private boolean beganOutside;
  private boolean mayTell;

  RunningStatement(
      LeasedBackends leased, DeadlockWatch watch, Turn turn, SessionSettings settings) {
    this.leased = leased;
    this.watch = watch;
    this.turn = turn;
    this.settings = settings;
  }

  /**
   * It starts.
   *
   * @param mayWrite whether it may write where it runs, more than temporary tables of its own
   */
  void starts(boolean mayWrite) {
    writing = mayWrite;
    leased.readFrom(ReadFrom.PRIMARY);
    leased.way().shortest();
  }

  /** It only reads, outside of a transaction: standbys answer it where the session wants that. */
  void startsRead() {
    leased.readFrom(ReadFromSetting.of(settings.current()));
  }

  /** Whether it may write where it runs. */
  boolean writing() {
    return writing;
  }

  void markWriting() {
    writing = true;
  }

  /** Whether it had no transaction when it started, and does more than a script can do again. */
  boolean beganOutside() {
    return beganOutside;
  }

  void markBeganOutside(boolean outside) {
    beganOutside = outside;
  }

  /**
   * Whether it may tell others something, itself or by what it sets off, or one before it of the
   * transaction that is open.
   */
  boolean mayTell() {
    return mayTell;
  }

  void markMayTell() {
    mayTell = true;
  }

  /**
   * It ends.
   *
   * @param inTransaction whether a transaction stays open, which keeps its backends
   */
  void end(boolean inTransaction) {
    turn.leave();
    writing = false;
    leased.way().shortest();
    leased.giveBackBeside();
    if (!inTransaction) {
      beganOutside = false;
      mayTell = false;
      leased.giveBack();
      watch.end();
    }
  }
}
