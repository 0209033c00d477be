package io.poolkeeper.testing;

import io.poolkeeper.ingest.Ingest;
import io.poolkeeper.port.EventSources;
import io.poolkeeper.port.Reports;

/** Deliveries of events to a test bed. */
public final class Ingesting {
  private Ingesting() {}

  public static void ingest(TestBed bed, String text) {
    ingest(bed, text, bed.reports);
  }

  /**
   * @param reports where the line about it goes, instead of the bed's own
   */
  public static void ingest(TestBed bed, String text, Reports reports) {
    var ports = bed.ports();
    new Ingest(
            bed.documents,
            ports.documents(),
            ports.ledgers(),
            ports.queue(),
            ports.parallel(),
            reports,
            ports.time(),
            EventSources.NONE)
        .accept(text, "EventGridSchema");
  }
}
