package io.poolkeeper.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MaskedTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a eyJhbGciOiJSUzI1NiJ9.eyJhIjoxfQ.sig b | a [masked] b",
        "Authorization: Bearer abc.def-ghi | authorization: [masked] [masked]",
        "sent bearer abcdefgh | sent bearer [masked]",
        "https://a/b?sv=1&sig=abc%3D&x=1 | https://a/b?sv=1&sig=[masked]&x=1",
        "https://a/api/Status?code=abcdef== | https://a/api/Status?code=[masked]",
        "AccountName=a;AccountKey=abc==;B=1 | AccountName=a;accountkey=[masked];B=1",
        "from ann.smith@contoso.co.uk today | from [masked] today",
      })
  void masksSecretsAndPeople(String text, String expected) {
    assertEquals(expected, Masked.of(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg/providers/M/x/y",
        "403 AuthorizationFailed: does not have authorization to perform action 'a/b' on scope 's'",
        "found Basic Regional, expected Standard, not Global",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "W/\"0b7a3c1e-1111-2222-3333-444455556666\"",
        "10.0.0.1 and fd00::1"
      })
  void leavesWhatPeopleNeed(String text) {
    assertEquals(text, Masked.of(text));
  }

  @Test
  void isLinearInTheTextsLength() {
    for (String part :
        new String[] {"eyJ", "a.", "bearer ", "sig=", "authorization: ", "@a", "=="}) {
      assertTimeoutPreemptively(
          Duration.ofSeconds(10), () -> assertFalse(Masked.of(part.repeat(100_000)).isEmpty()));
    }
  }
}
