package io.argosy.lab.model;

/**
 * The parts of a machine, all of the same kind. Bytes per second; the steps of the processor are
 * for one whole processor.
 *
 * @param disk how fast its disk reads
 * @param link how fast its network link is, each way
 * @param memory how much traffic its memory bears
 * @param cores how many processors it has, or what part of one
 * @param diskTransfer processor: taking data from the disk into the kernel's cache
 * @param copy processor: copying in memory
 * @param send processor: sending over the network
 * @param receive processor: receiving from the network
 * @param deviceServer processor: receiving blocks and giving them to the kernel, as the program
 *     behind a block device does
 * @param deviceCache processor: taking such blocks into the kernel's cache
 */
public record Speeds(
    double disk,
    double link,
    double memory,
    double cores,
    double diskTransfer,
    double copy,
    double send,
    double receive,
    double deviceServer,
    double deviceCache) {
  /** The same machine with other parts. */
  public Speeds scaled(double diskFactor, double linkFactor, double processorFactor) {
    return new Speeds(
        disk * diskFactor,
        link * linkFactor,
        memory,
        cores,
        diskTransfer * processorFactor,
        copy * processorFactor,
        send * processorFactor,
        receive * processorFactor,
        deviceServer * processorFactor,
        deviceCache * processorFactor);
  }
}
