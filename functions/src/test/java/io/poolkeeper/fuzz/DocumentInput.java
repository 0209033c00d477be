package io.poolkeeper.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.mapping.ControlsReader;
import io.poolkeeper.mapping.DocumentResult;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.mapping.SchemaOracle;
import io.poolkeeper.mapping.Violation;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.testing.TestBed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The mapping and the controls: nothing that the shipped schema refuses is accepted. */
final class DocumentInput implements Input {
  private static final String GROUP =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg/providers/";
  private static final Mutator MUTATOR =
      new Mutator(
          List.of(
              "'lb-1'",
              "'n1'",
              "'N1'",
              "'IPv4'",
              "'Local'",
              "'Cluster'",
              "'10.0.0.1'",
              "'fd00::1'",
              "'2030-01-31T12:00:00Z'",
              "'2030-01-31t12:00:00.1234567z'",
              "'2030-01-31T12:00:00+23:59'",
              "'" + TestBed.NETWORK + "'",
              "'" + TestBed.LB + "'",
              "'" + GROUP + "Microsoft.Compute/virtualMachines/vm-1'",
              "'observe'",
              "['n1']",
              "['IPv4','IPv6']",
              "{'IPv4':'a'}",
              "{'addresses':['10.0.0.1']}"),
          List.of(
              "schema",
              "cluster",
              "epoch",
              "generatedAt",
              "nodes",
              "pools",
              "ipFamilies",
              "ready",
              "vm",
              "externalTrafficPolicy",
              "mode",
              "paused",
              "approve",
              "egress",
              "until",
              "n1",
              "ns/web",
              "LB-1",
              "",
              "x"));

  private final String name;
  private final byte[] valid;
  private final SchemaOracle schema;
  private final Function<byte[], DocumentResult<?>> reader;
  private final BiConsumer<TestBed, byte[]> place;
  private final Set<Outcome> refusals;

  private DocumentInput(
      String name,
      String valid,
      SchemaOracle schema,
      Function<byte[], DocumentResult<?>> reader,
      BiConsumer<TestBed, byte[]> place,
      Set<Outcome> refusals) {
    this.name = name;
    this.valid = valid.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    this.schema = schema;
    this.reader = reader;
    this.place = place;
    this.refusals = refusals;
    assertEquals(List.of(), reader.apply(this.valid).violations());
    assertEquals(List.of(), schema.errors(this.valid));
  }

  static Input mapping() {
    return new DocumentInput(
        "mapping",
        "{'schema':'poolkeeper.mapping/v1','cluster':'prod','epoch':1,'revision':7,'generatedAt':"
            + "'2026-11-30T12:00:00Z','virtualNetwork':'"
            + TestBed.NETWORK
            + "','loadBalancers':{'lb-1':{'id':'"
            + TestBed.LB
            + "','nodes':['n1','n2']},'lb-2':{'id':'"
            + TestBed.LB
            + "-2'}},'nodes':{'n1':{'addresses':['10.0.0.1'],'ready':false,'vm':'"
            + GROUP
            + "Microsoft.Compute/virtualMachines/vm-1'},'n2':{'addresses':['10.0.0.2','fd00::2']},"
            + "'n3':{'addresses':['10.0.0.3']}},'services':{'ns/a':{'loadBalancer':'lb-1',"
            + "'externalTrafficPolicy':'Local','ipFamilies':['IPv4'],'nodes':['n2','n3']},"
            + "'ns/api':{'loadBalancer':'lb-1','ipFamilies':['IPv4','IPv6'],"
            + "'pools':{'IPv6':'six'}}}}",
        SchemaOracle.mapping(),
        bytes -> MappingReader.read(bytes, TestBed.CLUSTER),
        (bed, bytes) -> bed.documents.putMapping(TestBed.CLUSTER, bytes),
        Set.of(Outcome.INVALID_MAPPING));
  }

  static Input controls() {
    return new DocumentInput(
        "controls",
        "{'schema':'poolkeeper.controls/v1','cluster':'prod','mode':'apply','loadBalancers':{"
            + "'lb-1':{'mode':'apply','paused':{'by':'ann','because':'move','until':"
            + "'2026-01-31T12:00:00Z'}},'lb-2':{'approve':{'planDigest':'"
            + "0123456789abcdef".repeat(4)
            + "','until':'2030-01-31T12:00:00Z','by':'bob'}}},'egress':[{'subnet':'"
            + TestBed.NETWORK
            + "/subnets/a','family':'IPv4','because':'BGP','until':'2030-01-31T12:00:00Z'}]}",
        SchemaOracle.controls(),
        bytes -> ControlsReader.read(bytes, TestBed.CLUSTER),
        (bed, bytes) -> bed.documents.putControls(TestBed.CLUSTER, bytes),
        Set.of(Outcome.CONTROLS_UNREADABLE));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public byte[] valid(Random random) {
    return valid;
  }

  @Override
  public byte[] spoiled(Random random, byte[] document) {
    return MUTATOR.spoiled(random, document);
  }

  @Override
  public Fate read(byte[] input) {
    DocumentResult<?> result = reader.apply(input);
    if (result.value().isPresent()) {
      return Fate.taken();
    }
    for (Violation violation : result.violations()) {
      assertTrue(violation.path().startsWith("$"), violation::path);
      assertTrue(violation.message().length() < 1_000, violation::message);
    }
    return Fate.refused(result.violations().get(0).path());
  }

  @Override
  public void follow(byte[] input, Fate fate) {
    if (fate.accepted()) {
      assertEquals(List.of(), schema.errors(input));
    }
    TestBed bed = Beds.diverged();
    String before = Beds.kept(bed);
    place.accept(bed, input);
    Outcome outcome = bed.outcome();
    Beds.foreignPoolsAreUntouched(bed);
    if (!fate.accepted()) {
      assertTrue(refusals.contains(outcome), () -> "a refused document came to " + outcome);
      assertEquals(0, bed.arm.puts(), "no write may follow from a refused document");
      assertEquals(before, Beds.kept(bed), "what was known is kept");
      boolean seen = !bed.ledger().mapping().orElseThrow().etag().equals("\"e\"");
      assertEquals(outcome != Outcome.INVALID_MAPPING, seen, "which mapping was seen");
    }
  }
}
