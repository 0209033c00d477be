package io.poolkeeper.cli.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.opentest4j.TestAbortedException;

/** The role of the template against the requests that the simulator counted. */
public final class RightsUsed {
  private RightsUsed() {}

  /**
   * Says loudly that nothing was compared where there is no compiler of templates.
   *
   * @param requests as the simulator counts them: method and lower-case type
   */
  public static void areInTheRole(Collection<String> requests) {
    Set<String> granted = new TreeSet<>();
    try {
      RolesTest.actions("two-clusters-targets", "rg-bank")
          .forEach(action -> granted.add(action.toLowerCase(Locale.ROOT)));
    } catch (TestAbortedException e) {
      System.out.println("SKIPPED: recorded requests were NOT compared with the role");
      return;
    }
    Set<String> missing = new TreeSet<>();
    for (String request : requests) {
      String[] parts = request.split(" ");
      String verb = parts[0].equals("GET") ? "/read" : "/" + verb(parts[0]);
      if (!granted.contains(parts[1] + verb)) {
        missing.add(request);
      }
    }
    assertEquals(Set.of(), missing, "requests of the app that its role does not allow");
    assertTrue(
        requests.contains("PUT microsoft.network/loadbalancers/backendaddresspools"),
        () -> "nothing was written: " + requests);
  }

  private static String verb(String method) {
    return switch (method) {
      case "PUT", "PATCH" -> "write";
      case "DELETE" -> "delete";
      default -> "action";
    };
  }
}
