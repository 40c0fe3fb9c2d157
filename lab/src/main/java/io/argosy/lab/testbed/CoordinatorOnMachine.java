package io.argosy.lab.testbed;

import io.argosy.agent.embedded.EmbeddedServer;
import java.io.IOException;
import java.util.Map;

/**
 * A coordinator on the client machine of a testbed.
 *
 * @param service which is stopped with the testbed
 * @param jdbcUrl a URL for PostgreSQL JDBC, of a superuser
 */
public record CoordinatorOnMachine(Service service, String jdbcUrl) {
  private static final int FIRST_PORT = 5433;

  /** Agents and servers have the numbers between. */
  private static final int PORTS_APART = 10;

  /**
   * Starts one.
   *
   * @param number which one of the machine's, from 0
   * @param agents the agents' addresses, host and port, by the nodes' names in their order
   */
  public static CoordinatorOnMachine start(Testbed testbed, int number, Map<String, String> agents)
      throws IOException, InterruptedException {
    Machine client = testbed.client();
    int port = FIRST_PORT + number * PORTS_APART;
    String name = number == 0 ? client.name() : client.name() + number;
    Service.Description program =
        ArgosyProgram.coordinator(
            client.address(), port, agents, NodesOnMachines.configuration(testbed, name));
    Service service =
        Service.start(testbed, client, number == 0 ? program : program.number(number));
    return new CoordinatorOnMachine(
        service,
        "jdbc:postgresql://%s:%d/%s?user=%s&password=%s"
            .formatted(
                client.address(),
                port,
                EmbeddedServer.DATABASE,
                ArgosyProgram.USER,
                ArgosyProgram.PASSWORD));
  }
}
