package io.poolkeeper.azure.storage;

import java.util.List;

/** Names of containers and queues; in Azure the deployment makes them. */
public final class StorageNames {
  public static final String LEDGERS = "ledgers";
  public static final String EGRESS = "egress";
  public static final String GATES = "gates";
  public static final String POISON = "poison";

  /** Containers of the state account. */
  public static final List<String> STATE_CONTAINERS = List.of(LEDGERS, EGRESS, GATES, POISON);

  public static final String MAPPINGS = "mappings";
  public static final String CONTROLS = "controls";

  /** Containers of the data account. */
  public static final List<String> DATA_CONTAINERS = List.of(MAPPINGS, CONTROLS);

  public static final String WORK_QUEUE = "pool-reconcile";
  public static final String WORK_POISON_QUEUE = "pool-reconcile-poison";
  public static final String EVENT_QUEUE = "resource-events";
  public static final String EVENT_POISON_QUEUE = "resource-events-poison";

  /** Queues of the state account. */
  public static final List<String> QUEUES =
      List.of(WORK_QUEUE, WORK_POISON_QUEUE, EVENT_QUEUE, EVENT_POISON_QUEUE);

  private StorageNames() {}
}
