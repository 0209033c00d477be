package io.poolkeeper.devstack.host;

/** Ends this process, as if it had been asked to, when another one is gone. */
final class ParentWatch {
  private ParentWatch() {}

  static void endWith(long pid) {
    ProcessHandle.of(pid)
        .ifPresentOrElse(parent -> parent.onExit().thenRun(() -> leave(pid)), () -> leave(pid));
  }

  private static void leave(long pid) {
    HostLog.info("parent " + pid + " is gone");
    System.exit(0);
  }
}
