package io.poolkeeper.devstack.azurite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.StringReader;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class AzuritePortsTest {
  private final AzuritePorts ports = new AzuritePorts();

  @Test
  void isReadyOnceAllThreeServicesListen() throws Exception {
    ports.take("Azurite Blob service is starting at http://127.0.0.1:0");
    ports.take("Azurite Blob service is successfully listening at http://127.0.0.1:1001");
    ports.take("Azurite Queue service is successfully listening at http://127.0.0.1:1002");
    assertFalse(ports.ready().isDone());
    ports.take("Azurite Table service is successfully listening at https://127.0.0.1:1003");
    assertEquals(Map.of("Blob", 1001, "Queue", 1002, "Table", 1003), ports.ready().get());
  }

  @Test
  void anEarlyEndCarriesTheLastLines() {
    ports.readFrom(new BufferedReader(new StringReader("one\nError: no such option\n")));
    ExecutionException failure = assertThrows(ExecutionException.class, () -> ports.ready().get());
    assertTrue(failure.getMessage().contains("no such option"), failure.getMessage());
  }
}
