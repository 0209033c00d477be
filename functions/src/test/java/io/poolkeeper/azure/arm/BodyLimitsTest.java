package io.poolkeeper.azure.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BodyLimitsTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void anAnswerWithoutEndIsNotKept() {
    String body = "{\"a\":\"" + "x".repeat(KeepAnswer.MAX_BODY) + "\"}";
    LoadBalancers.Read read = HostileArm.answering(body).loadBalancers().get(Texts.LB, "r");
    assertEquals(ReadKind.FAILED, read.kind());
    assertTrue(read.detail().contains("at most " + KeepAnswer.MAX_BODY + " bytes"), read::detail);
  }

  @Test
  void aStreamEndsAtItsLimitHoweverItIsRead() throws IOException {
    byte[] bytes = new byte[11];
    InputStream whole = new BoundedBody(new ByteArrayInputStream(bytes), 11, LONG);
    assertEquals(11, whole.readAllBytes().length);
    InputStream oneByOne = new BoundedBody(new ByteArrayInputStream(bytes), 10, LONG);
    assertEquals(10, oneByOne.readNBytes(10).length);
    assertThrows(IOException.class, oneByOne::read);
    InputStream cut = new BoundedBody(new ByteArrayInputStream(bytes), 10, LONG);
    assertThrows(IOException.class, cut::readAllBytes);
  }

  @Test
  void aFileOfCertificatesHasALimit(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("ca.pem"), new byte[LocalCa.MAX_BYTES + 1]);
    assertEquals("no certificate in it", LocalCa.problem(file).orElseThrow());
  }

  @Test
  void anErrorIsCutToWhatALedgerTakes() {
    String code = "C".repeat(10_000);
    var written = HostileArm.at(HostileArm.Step.PUT, 400, Texts.error(code, code)).put();
    assertEquals(128, written.code().length());
    assertTrue(written.detail().length() < 1_000, written::detail);
  }

  @Test
  void anErrorOfAnUnknownShapeDoesNotKeepTheSdkFromAnswering() {
    String body =
        "{\"error\":{\"code\":\"A\",\"message\":\"b\",\"details\":[{\"code\":\"C\",\"message\":[[]]}]}}";
    var written =
        assertTimeoutPreemptively(
            Duration.ofSeconds(60), () -> HostileArm.at(HostileArm.Step.POOL, 503, body).put());
    assertEquals(LoadBalancers.WriteKind.UNKNOWN, written.kind());
  }
}
