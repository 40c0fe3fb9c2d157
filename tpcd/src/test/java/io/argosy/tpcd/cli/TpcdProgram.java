package io.argosy.tpcd.cli;

import io.argosy.tpcd.StartedServers;

/** The benchmark's commands as a program, for tests that kill it. */
public final class TpcdProgram {
  private TpcdProgram() {}

  /** Runs a command, as in {@code power --url ..}. */
  public static void main(String[] arguments) {
    System.exit(TpcdCommand.with(new StartedServers()).execute(arguments));
  }
}
