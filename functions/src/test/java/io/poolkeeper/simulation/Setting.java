package io.poolkeeper.simulation;

import io.poolkeeper.simulation.Truth.Etags;
import java.util.Random;

/**
 * What a life is like, by seed.
 *
 * @param length of the time in which things go wrong, in milliseconds
 * @param things that happen around the workers meanwhile
 * @param faultRate of port calls
 * @param eventsLost share of events that never come
 * @param visibility how long a message stays hidden from others without being renewed
 */
record Setting(
    Etags etags,
    boolean assumeDefault,
    int workers,
    int balancers,
    int machines,
    int clusters,
    long length,
    int things,
    double faultRate,
    double eventsLost,
    long sweepEvery,
    long storageSkew,
    long queueSkew,
    long visibility) {

  static Setting of(Random random) {
    long length = 240_000 + random.nextInt(900_000);
    double[] rates = {0, 0.004, 0.01, 0.02, 0.04};
    double[] lost = {0, 0.1, 0.5, 1};
    long[] visible = {30_000, 120_000, 600_000};
    return new Setting(
        Etags.values()[random.nextInt(3)],
        random.nextInt(5) == 0,
        2 + random.nextInt(3),
        2 + random.nextInt(3),
        2 + random.nextInt(5),
        1 + random.nextInt(2),
        length,
        (int) (length / 60_000) + random.nextInt(12),
        rates[random.nextInt(rates.length)],
        lost[random.nextInt(lost.length)],
        random.nextInt(4) == 0 ? 1_800_000 : 60_000,
        random.nextInt(20_001) - 10_000,
        random.nextInt(4_001) - 2_000,
        visible[random.nextInt(visible.length)]);
  }
}
