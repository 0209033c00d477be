package io.poolkeeper.simulation;

/** A machine with one address; another one may come to have its address. */
final class Machine {
  final int number;
  final int subnet;
  final String address;
  boolean there = true;
  boolean publicAddress;
  int generation = 1;

  /** Since when the one that has the address now is there. */
  long since = Run.NEVER;

  Machine(int number, int subnet) {
    this.number = number;
    this.subnet = subnet;
    this.address = "10.0." + subnet + "." + number;
  }

  String node() {
    return "n" + number;
  }
}
