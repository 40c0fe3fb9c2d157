package io.argosy.lab.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The streams of an architecture: which steps the data goes through on which node. A copy reads and
 * writes memory; a device or a network card only writes, or only reads it.
 */
public enum ModelledArchitecture {
  /** The disk, the kernel's cache, the database. */
  LOCAL {
    @Override
    public List<Constraint> constraints(Speeds speeds, Work work, int nodes) {
      return readingDisk("client", speeds, work, 1);
    }
  },
  /** One node's disk; the client gets every block over its link. */
  REMOTE {
    @Override
    public List<Constraint> constraints(Speeds speeds, Work work, int nodes) {
      return both(exporting(speeds, 1, true, 1), importing(speeds, work));
    }
  },
  /** The disks of all nodes, each with its share. */
  DEVICE {
    @Override
    public List<Constraint> constraints(Speeds speeds, Work work, int nodes) {
      return both(exporting(speeds, 1.0 / nodes, true, 1), importing(speeds, work));
    }
  },
  /** The memory of all nodes. */
  MEMORY {
    @Override
    public List<Constraint> constraints(Speeds speeds, Work work, int nodes) {
      return both(exporting(speeds, 1.0 / nodes, false, 1), importing(speeds, work));
    }
  },
  /** The disks of all nodes behind servers that know files. */
  FILESYSTEM {
    @Override
    public List<Constraint> constraints(Speeds speeds, Work work, int nodes) {
      return both(exporting(speeds, 1.0 / nodes, true, 1), importing(speeds, work));
    }
  },
  /** Every node works on its own share; only results reach the client. */
  ARGOSY {
    @Override
    public List<Constraint> constraints(Speeds speeds, Work work, int nodes) {
      // What every node reads for itself does not reach the client.
      return readingDisk("node", speeds, work, 1.0 / nodes);
    }

    @Override
    Constraint afterwards(Speeds speeds, Work work, int nodes) {
      return finishing("node", speeds, work, 1.0 / nodes);
    }

    @Override
    List<Constraint> delivering(Speeds speeds, Delivery delivery, int nodes) {
      double result = delivery.result();
      double share = result / nodes;
      return List.of(
          new Constraint(
              "node",
              "processor",
              speeds.cores(),
              List.of(
                  new Demand("put out", share, delivery.output()),
                  new Demand("agent", share, delivery.agent()))),
          Constraint.one("node", "link", new Demand("send", share, speeds.link())),
          Constraint.one("client", "link", new Demand("receive", result, speeds.link())),
          new Constraint(
              "client",
              "processor",
              speeds.cores(),
              List.of(new Demand("coordinator", result, delivery.coordinator()))));
    }
  };

  /**
   * From the socket to the server of the block device or file system, to the kernel, and from there
   * to the database.
   */
  private static final int COPIES = 3;

  /** What the architecture demands for a stream of one byte per second, while it comes. */
  public abstract List<Constraint> constraints(Speeds speeds, Work work, int nodes);

  /**
   * The highest throughput. What cannot begin before all data is read is a step of its own, whose
   * time is added, and so is then the delivery of its result. The paper has streams only, and takes
   * a sort for one.
   */
  public Prediction predict(Speeds speeds, Work work, int nodes) {
    List<Constraint> reading = constraints(speeds, work, nodes);
    List<Constraint> delivering = delivering(speeds, work.delivery(), nodes);
    if (!work.finishesLater()) {
      return Prediction.under(Constraint.together(reading, delivering));
    }
    List<Prediction> steps = new ArrayList<>();
    steps.add(Prediction.under(reading));
    steps.add(Prediction.under(List.of(afterwards(speeds, work, nodes))));
    if (!delivering.isEmpty()) {
      steps.add(Prediction.under(delivering));
    }
    return Prediction.inTurn(steps);
  }

  /** What begins when all data is read, in one process of each database. */
  Constraint afterwards(Speeds speeds, Work work, int nodes) {
    return finishing("client", speeds, work, 1);
  }

  /**
   * What bringing the result to the client demands; nothing where the client's database has it. The
   * links are charged with the rows as they are, which is the most that agents send: they compress.
   */
  List<Constraint> delivering(Speeds speeds, Delivery delivery, int nodes) {
    return List.of();
  }

  private static Constraint finishing(String node, Speeds speeds, Work work, double share) {
    return new Constraint(
        node,
        "processor",
        Math.min(1, speeds.cores()),
        List.of(new Demand(work.name() + " of what is read", share, work.afterwards())));
  }

  /** As options and reports spell it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A node that reads its own disk for a database of its own. */
  private static List<Constraint> readingDisk(String node, Speeds speeds, Work work, double share) {
    List<Constraint> constraints = new ArrayList<>();
    constraints.add(Constraint.one(node, "disk", new Demand("read", share, speeds.disk())));
    constraints.add(
        Constraint.one(
            node,
            "memory",
            new Demand("from the disk", share, speeds.memory()),
            new Demand("copy", 2 * share, speeds.memory())));
    constraints.add(
        new Constraint(
            node,
            "processor",
            speeds.cores(),
            List.of(
                new Demand("take from the disk", share, speeds.diskTransfer()),
                new Demand("copy", share, speeds.copy()),
                new Demand(work.name(), share, work.speed()))));
    return constraints;
  }

  /** A node that serves blocks. */
  private static List<Constraint> exporting(Speeds speeds, double share, boolean disk, int copies) {
    List<Constraint> constraints = new ArrayList<>();
    List<Demand> processor = new ArrayList<>();
    List<Demand> memory = new ArrayList<>();
    if (disk) {
      constraints.add(Constraint.one("node", "disk", new Demand("read", share, speeds.disk())));
      processor.add(new Demand("take from the disk", share, speeds.diskTransfer()));
      memory.add(new Demand("from the disk", share, speeds.memory()));
    }
    processor.add(new Demand("copy", copies * share, speeds.copy()));
    processor.add(new Demand("send", share, speeds.send()));
    memory.add(new Demand("copy", 2 * copies * share, speeds.memory()));
    memory.add(new Demand("to the network", share, speeds.memory()));
    constraints.add(Constraint.one("node", "link", new Demand("send", share, speeds.link())));
    constraints.add(new Constraint("node", "memory", 1, memory));
    constraints.add(new Constraint("node", "processor", speeds.cores(), processor));
    return constraints;
  }

  /** The client, which gets all data over its link. */
  private static List<Constraint> importing(Speeds speeds, Work work) {
    return List.of(
        Constraint.one("client", "link", new Demand("receive", 1, speeds.link())),
        Constraint.one(
            "client",
            "memory",
            new Demand("from the network", 1, speeds.memory()),
            new Demand("copy", 2.0 * COPIES, speeds.memory())),
        new Constraint(
            "client",
            "processor",
            speeds.cores(),
            List.of(
                new Demand("receive and serve", 1, speeds.deviceServer()),
                new Demand("take from the device", 1, speeds.deviceCache()),
                new Demand("copy", 1, speeds.copy()),
                new Demand(work.name(), 1, work.speed()))));
  }

  private static List<Constraint> both(List<Constraint> left, List<Constraint> right) {
    List<Constraint> all = new ArrayList<>(left);
    all.addAll(right);
    return all;
  }
}
