package io.poolkeeper.state;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.model.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The ledger's fields, one reader and one writer for each record. */
final class LedgerFields {
  private static final int MAX_ID = 2048;
  private static final int MAX_NAME = 512;
  private static final long MAX_EPOCH = Integer.MAX_VALUE;

  /** The largest whole number that every JSON reader keeps exactly, as in the mapping's schema. */
  private static final long MAX_REVISION = 9_007_199_254_740_991L;

  private static final int MAX_COUNT = 1_000_000_000;

  private static final String WORD = "word";

  private LedgerFields() {}

  static Ledger read(Fields fields) throws DocumentFault {
    List<Ledger.HistoryEntry> history = fields.list("history", LedgerFields::history);
    return new Ledger(
        id(fields, "loadBalancer"),
        fields.text("cluster", MAX_NAME),
        fields.time("startedAt"),
        fields.time("finishedAt"),
        fields.time("coveredThrough"),
        fields.word("outcome", Outcome.class),
        fields.time("notBefore"),
        fields.time("divergedSince"),
        fields.object("modeSince", LedgerFields::modeSince),
        fields.object("mapping", LedgerFields::mapping),
        fields.list("holds", LedgerFields::hold),
        fields.object("brake", LedgerFields::brake),
        fields.list("rejected", LedgerFields::rejected),
        fields.times("restores"),
        fields.object("askAgain", LedgerFields::askAgain),
        history.subList(Math.max(0, history.size() - Ledger.MAX_HISTORY), history.size()),
        warnings(fields),
        fields.time("pausedSince"),
        fields.object("unlisted", LedgerFields::unlisted),
        fields.list("removing", LedgerFields::hold));
  }

  private static Optional<ArmId> id(Fields fields, String name) throws DocumentFault {
    Optional<String> text = fields.text(name, MAX_ID);
    Optional<ArmId> id = text.flatMap(ArmId::parse);
    if (text.isPresent() && id.isEmpty()) {
      throw new DocumentFault(fields.path(name), "an ARM id", Fields.shown(text.get()));
    }
    return id;
  }

  private static Ledger.ModeSince modeSince(Fields fields) throws DocumentFault {
    String text = fields.requiredText("mode", MAX_NAME);
    for (Mode mode : Mode.values()) {
      if (mode.text().equals(text)) {
        return new Ledger.ModeSince(mode, fields.requiredTime("at"));
      }
    }
    throw new DocumentFault(fields.path("mode"), "observe or apply", Fields.shown(text));
  }

  private static Ledger.MappingSeen mapping(Fields fields) throws DocumentFault {
    return new Ledger.MappingSeen(
        fields.requiredNumber("epoch", 0, MAX_EPOCH),
        fields.requiredNumber("revision", 0, MAX_REVISION),
        fields.requiredText("etag", MAX_NAME),
        fields.requiredText("slice", MAX_NAME),
        fields.texts("pools", MAX_NAME));
  }

  private static Ledger.Hold hold(Fields fields) throws DocumentFault {
    String text = fields.requiredText("address", MAX_NAME);
    Optional<Address> address = Address.parse(text);
    if (address.isEmpty()) {
      throw new DocumentFault(fields.path("address"), "an IP address", Fields.shown(text));
    }
    return new Ledger.Hold(
        fields.requiredText("pool", MAX_NAME),
        address.get(),
        id(fields, "machine"),
        fields.words("strength", Protocol.class, Strength.class),
        fields.requiredWord("reason", HoldReason.class),
        fields.requiredTime("since"),
        fields.requiredTime("judgedAt"),
        fields.time("noneSince"),
        fields.object("inDoubt", LedgerFields::inDoubt).orElse(Ledger.InDoubt.NOTHING));
  }

  private static Ledger.InDoubt inDoubt(Fields fields) throws DocumentFault {
    return new Ledger.InDoubt(
        fields.words("seen", Protocol.class, Strength.class), fields.time("clearSince"));
  }

  private static Ledger.Unlisted unlisted(Fields fields) throws DocumentFault {
    return new Ledger.Unlisted(
        fields.words("strength", Protocol.class, Strength.class), fields.requiredTime("since"));
  }

  private static Ledger.Brake brake(Fields fields) throws DocumentFault {
    return new Ledger.Brake(
        fields.requiredTime("since"),
        (int) fields.requiredNumber("base", 0, MAX_COUNT),
        fields.text("digest", MAX_NAME).orElse(""));
  }

  private static Ledger.Rejected rejected(Fields fields) throws DocumentFault {
    return new Ledger.Rejected(
        fields.requiredText("pool", MAX_NAME),
        fields.requiredText("digest", MAX_NAME),
        fields.requiredText("etag", MAX_NAME),
        fields.requiredText("code", MAX_NAME));
  }

  private static Ledger.AskAgain askAgain(Fields fields) throws DocumentFault {
    return new Ledger.AskAgain(
        (int) fields.requiredNumber("step", 0, MAX_COUNT),
        fields.requiredTime("at"),
        fields.text("seen", MAX_NAME).orElse(""));
  }

  private static Ledger.HistoryEntry history(Fields fields) throws DocumentFault {
    return new Ledger.HistoryEntry(
        fields.requiredTime("at"),
        fields.requiredText("reconcileId", MAX_NAME),
        fields.requiredWord("outcome", Outcome.class),
        (int) fields.requiredNumber("added", 0, MAX_COUNT),
        (int) fields.requiredNumber("removed", 0, MAX_COUNT),
        (int) fields.requiredNumber("held", 0, MAX_COUNT));
  }

  /** Only shown to people: a word of another version is passed over. */
  private static List<Warning> warnings(Fields fields) throws DocumentFault {
    List<Warning> warnings = new ArrayList<>();
    for (Map<String, String> one : fields.list("warnings", Fields::allTexts)) {
      Map<String, String> details = new TreeMap<>(one);
      String word = details.remove(WORD);
      for (Warning.Word known : Warning.Word.values()) {
        if (known.name().equals(word) && warnings.size() < Ledger.MAX_WARNINGS) {
          warnings.add(new Warning(known, details));
        }
      }
    }
    return List.copyOf(warnings);
  }

  static byte[] write(Ledger ledger) {
    ObjectNode root = Json.MAPPER.createObjectNode();
    root.put("format", LedgerCodec.FORMAT);
    Json.put(root, "loadBalancer", ledger.loadBalancer(), ArmId::key);
    Json.put(root, "cluster", ledger.cluster(), LedgerFields::name);
    Json.put(root, "startedAt", ledger.startedAt());
    Json.put(root, "finishedAt", ledger.finishedAt());
    Json.put(root, "coveredThrough", ledger.coveredThrough());
    Json.put(root, "outcome", ledger.outcome(), Outcome::name);
    Json.put(root, "notBefore", ledger.notBefore());
    Json.put(root, "divergedSince", ledger.divergedSince());
    ledger.pausedSince().ifPresent(at -> root.put("pausedSince", at.toString()));
    ledger.modeSince().ifPresent(mode -> write(root.putObject("modeSince"), mode));
    ledger.mapping().ifPresent(mapping -> write(root.putObject("mapping"), mapping));
    ArrayNode holds = root.putArray("holds");
    ledger.holds().forEach(hold -> write(holds.addObject(), hold));
    ledger
        .unlisted()
        .ifPresent(
            unlisted -> {
              ObjectNode to = root.putObject("unlisted");
              write(to.putObject("strength"), unlisted.strength());
              to.put("since", unlisted.since().toString());
            });
    if (!ledger.removing().isEmpty()) {
      ArrayNode removing = root.putArray("removing");
      ledger.removing().forEach(open -> write(removing.addObject(), open));
    }
    ledger.brake().ifPresent(brake -> write(root.putObject("brake"), brake));
    ArrayNode rejected = root.putArray("rejected");
    ledger.rejected().forEach(entry -> write(rejected.addObject(), entry));
    Json.put(root, "restores", ledger.restores());
    ledger.askAgain().ifPresent(ask -> write(root.putObject("askAgain"), ask));
    ArrayNode history = root.putArray("history");
    int surplus = Math.max(0, ledger.history().size() - Ledger.MAX_HISTORY);
    ledger.history().stream().skip(surplus).forEach(entry -> write(history.addObject(), entry));
    if (!ledger.warnings().isEmpty()) {
      ArrayNode warnings = root.putArray("warnings");
      ledger.warnings().stream()
          .limit(Ledger.MAX_WARNINGS)
          .forEach(warning -> write(warnings.addObject(), warning));
    }
    return Json.bytes(root);
  }

  /** What was written is always readable: Azure's codes and etags have no promised length. */
  private static String name(String text) {
    return text.length() <= MAX_NAME ? text : text.substring(0, MAX_NAME);
  }

  private static void write(ObjectNode to, Warning warning) {
    warning.details().forEach((key, value) -> to.put(name(key), name(value)));
    to.put(WORD, warning.word().name());
  }

  private static void write(ObjectNode to, Ledger.ModeSince mode) {
    to.put("mode", mode.mode().text());
    to.put("at", mode.at().toString());
  }

  private static void write(ObjectNode to, Ledger.MappingSeen mapping) {
    to.put("epoch", mapping.epoch());
    to.put("revision", mapping.revision());
    to.put("etag", name(mapping.etag()));
    to.put("slice", name(mapping.slice()));
    ArrayNode pools = to.putArray("pools");
    mapping.pools().forEach(pool -> pools.add(name(pool)));
  }

  private static void write(ObjectNode to, Ledger.Hold hold) {
    to.put("pool", name(hold.pool()));
    to.put("address", hold.address().text());
    Json.put(to, "machine", hold.machine(), ArmId::text);
    write(to.putObject("strength"), hold.strength());
    to.put("reason", hold.reason().name());
    to.put("since", hold.since().toString());
    to.put("judgedAt", hold.judgedAt().toString());
    Json.put(to, "noneSince", hold.noneSince());
    if (!hold.inDoubt().equals(Ledger.InDoubt.NOTHING)) {
      ObjectNode inDoubt = to.putObject("inDoubt");
      write(inDoubt.putObject("seen"), hold.inDoubt().seen());
      Json.put(inDoubt, "clearSince", hold.inDoubt().clearSince());
    }
  }

  private static void write(ObjectNode to, Map<Protocol, Strength> strength) {
    new TreeMap<>(strength).forEach((protocol, found) -> to.put(protocol.name(), found.name()));
  }

  private static void write(ObjectNode to, Ledger.Brake brake) {
    to.put("since", brake.since().toString());
    to.put("base", brake.base());
    to.put("digest", brake.digest());
  }

  private static void write(ObjectNode to, Ledger.Rejected rejected) {
    to.put("pool", name(rejected.pool()));
    to.put("digest", name(rejected.digest()));
    to.put("etag", name(rejected.etag()));
    to.put("code", name(rejected.code()));
  }

  private static void write(ObjectNode to, Ledger.AskAgain ask) {
    to.put("step", ask.step());
    to.put("at", ask.at().toString());
    to.put("seen", ask.seen());
  }

  private static void write(ObjectNode to, Ledger.HistoryEntry entry) {
    to.put("at", entry.at().toString());
    to.put("reconcileId", name(entry.reconcileId()));
    to.put("outcome", entry.outcome().name());
    to.put("added", entry.added());
    to.put("removed", entry.removed());
    to.put("held", entry.held());
  }
}
