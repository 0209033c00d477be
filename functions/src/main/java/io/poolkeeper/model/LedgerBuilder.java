package io.poolkeeper.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A ledger to be changed; one verb per thing that a run learns. */
public final class LedgerBuilder {
  private Optional<ArmId> loadBalancer;
  private Optional<String> cluster;
  private Optional<Instant> startedAt;
  private Optional<Instant> finishedAt;
  private Optional<Instant> coveredThrough;
  private Optional<Outcome> outcome;
  private Optional<Instant> notBefore;
  private Optional<Instant> divergedSince;
  private Optional<Ledger.ModeSince> modeSince;
  private Optional<Ledger.MappingSeen> mapping;
  private List<Ledger.Hold> holds;
  private Optional<Ledger.Brake> brake;
  private List<Ledger.Rejected> rejected;
  private List<Instant> restores;
  private Optional<Ledger.AskAgain> askAgain;
  private List<Ledger.HistoryEntry> history;
  private List<Warning> warnings;
  private Optional<Instant> pausedSince;
  private Optional<Ledger.Unlisted> unlisted;
  private List<Ledger.Hold> removing;

  LedgerBuilder(Ledger from) {
    loadBalancer = from.loadBalancer();
    cluster = from.cluster();
    startedAt = from.startedAt();
    finishedAt = from.finishedAt();
    coveredThrough = from.coveredThrough();
    outcome = from.outcome();
    notBefore = from.notBefore();
    divergedSince = from.divergedSince();
    modeSince = from.modeSince();
    mapping = from.mapping();
    holds = from.holds();
    brake = from.brake();
    rejected = from.rejected();
    restores = from.restores();
    askAgain = from.askAgain();
    history = from.history();
    warnings = from.warnings();
    pausedSince = from.pausedSince();
    unlisted = from.unlisted();
    removing = from.removing();
  }

  public LedgerBuilder loadBalancer(ArmId value) {
    loadBalancer = Optional.of(value);
    return this;
  }

  public LedgerBuilder cluster(String value) {
    cluster = Optional.of(value);
    return this;
  }

  public LedgerBuilder startedAt(Instant value) {
    startedAt = Optional.of(value);
    return this;
  }

  public LedgerBuilder finishedAt(Instant value) {
    finishedAt = Optional.of(value);
    return this;
  }

  public LedgerBuilder coveredThrough(Instant value) {
    coveredThrough = Optional.of(value);
    return this;
  }

  public LedgerBuilder outcome(Outcome value) {
    outcome = Optional.of(value);
    return this;
  }

  public LedgerBuilder notBefore(Optional<Instant> value) {
    notBefore = value;
    return this;
  }

  public LedgerBuilder divergedSince(Optional<Instant> value) {
    divergedSince = value;
    return this;
  }

  public LedgerBuilder pausedSince(Optional<Instant> value) {
    pausedSince = value;
    return this;
  }

  public LedgerBuilder modeSince(Optional<Ledger.ModeSince> value) {
    modeSince = value;
    return this;
  }

  public LedgerBuilder mapping(Ledger.MappingSeen value) {
    mapping = Optional.of(value);
    return this;
  }

  /** For a load balancer that another cluster takes over: its revisions start anew. */
  public LedgerBuilder forgetMapping() {
    mapping = Optional.empty();
    return this;
  }

  public LedgerBuilder holds(List<Ledger.Hold> value) {
    holds = List.copyOf(value);
    return this;
  }

  public LedgerBuilder unlisted(Optional<Ledger.Unlisted> value) {
    unlisted = value;
    return this;
  }

  public LedgerBuilder removing(List<Ledger.Hold> value) {
    removing = List.copyOf(value);
    return this;
  }

  public LedgerBuilder brake(Optional<Ledger.Brake> value) {
    brake = value;
    return this;
  }

  public LedgerBuilder rejected(List<Ledger.Rejected> value) {
    rejected = List.copyOf(value);
    return this;
  }

  public LedgerBuilder restores(List<Instant> value) {
    restores = List.copyOf(value);
    return this;
  }

  public LedgerBuilder askAgain(Optional<Ledger.AskAgain> value) {
    askAgain = value;
    return this;
  }

  /** Those beyond the bound are left out. */
  public LedgerBuilder warnings(List<Warning> value) {
    warnings = List.copyOf(value.subList(0, Math.min(value.size(), Ledger.MAX_WARNINGS)));
    return this;
  }

  public LedgerBuilder history(List<Ledger.HistoryEntry> value) {
    history = List.copyOf(value);
    return this;
  }

  /** Adds to the history and drops what is beyond its bound, oldest first. */
  public LedgerBuilder remember(Ledger.HistoryEntry entry) {
    List<Ledger.HistoryEntry> longer = new ArrayList<>(history);
    longer.add(entry);
    int surplus = Math.max(0, longer.size() - Ledger.MAX_HISTORY);
    history = List.copyOf(longer.subList(surplus, longer.size()));
    return this;
  }

  public Ledger build() {
    return new Ledger(
        loadBalancer,
        cluster,
        startedAt,
        finishedAt,
        coveredThrough,
        outcome,
        notBefore,
        divergedSince,
        modeSince,
        mapping,
        holds,
        brake,
        rejected,
        restores,
        askAgain,
        history,
        warnings,
        pausedSince,
        unlisted,
        removing);
  }
}
