package io.poolkeeper.cli.chaos;

import io.poolkeeper.cli.local.LocalAzure;

/** What everybody who makes chaos shares. */
record Scene(
    LocalAzure azure,
    Playtime playtime,
    Ambushes ambushes,
    Tormentor.Stillness stillness,
    Tally tally,
    Journal journal) {}
