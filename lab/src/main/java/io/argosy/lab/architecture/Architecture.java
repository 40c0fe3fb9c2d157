package io.argosy.lab.architecture;

import io.argosy.lab.testbed.Program;
import io.argosy.lab.testbed.Testbed;
import java.io.IOException;
import java.util.List;

/** A way to answer queries with a client machine and N nodes. */
public interface Architecture {
  /** What options and reports call it. */
  String name();

  /** What it is, in a few words. */
  String description();

  /** The programs that it needs besides the testbed's own. */
  List<Program> programs();

  /**
   * Starts it on the machines of a testbed, which are not throttled meanwhile; it is stopped with
   * the testbed's services.
   *
   * @param data the loaded database of one server; who keeps data of its own does not use it
   */
  Database start(Testbed testbed, LoadedDatabase data) throws IOException, InterruptedException;

  /** Whether the database that is started has the benchmark's data already. */
  boolean usesLoadedDatabase();
}
