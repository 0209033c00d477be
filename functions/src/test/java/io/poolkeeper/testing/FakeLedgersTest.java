package io.poolkeeper.testing;

import io.poolkeeper.port.Ledgers;

/** The fake and the real one keep the same contract. */
final class FakeLedgersTest extends LedgersContract {
  private final FakeLedgers ledgers = new FakeLedgers(time, new Tape());

  @Override
  protected Ledgers ledgers() {
    return ledgers;
  }

  @Override
  protected void putRaw(byte[] content) {
    ledgers.putRaw(id, content);
  }

  @Override
  protected void takeAway() {
    ledgers.takeAway(id);
  }
}
